internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyWorld

extension FaultRule {
    /// The members of a rule in JSON.
    static let members = [
        "name", "match", "fault", "rate", "times", "after", "per", "ttl", "script",
    ]

    /// The most bytes that the texts of ``matchText`` and ``faultText`` may have.
    private static let longestText = 64 * 1024

    /// Reads a rule, or the changed members of `old`.
    ///
    /// Throws a ``Problem`` with status 400.
    init(
        _ body: ControlBody,
        dialects: [String],
        changing old: FaultRule? = nil
    ) throws(Problem) {
        let script = try body.outageScript("script")
        if let value = body.value("fault") {
            let fault = try body.fault("fault", value)
            switch (fault, old) {
            case (.ofRequests(let fault), nil): self.init(fault)
            case (.ofMessages(let fault), nil): self.init(fault)
            case (_, let old?):
                self = old
                try change(fault, body)
            }
            faultText = Array(value.rawText)
        } else if let old {
            self = old
        } else if script != nil {
            self.init(.offline)
        } else {
            throw body.missing(
                "fault",
                "Send the name of a fault, such as 'flaky', 'reset' or 'socket-drop', or an object"
                    + " such as {\"status\": 503}."
            )
        }
        if body.has("script") { self.script = script }
        try readName(body)
        if let value = body.value("match") {
            if socket == nil {
                match = try body.requestPattern(dialects: dialects)
                try match.requireServedPath("fault can hit")
            } else {
                messages = try body.messagePattern("match")
            }
            matchText = Array(value.rawText)
        }
        guard matchText.count + faultText.count <= Self.longestText else {
            throw .badValue(
                "The members 'match' and 'fault' have more than \(Self.longestText) bytes.",
                "Send shorter conditions."
            )
        }
        if let rate = try body.fraction("rate") { self.rate = rate }
        if let after = try body.int("after", in: 0...Int64(Int32.max)) { self.after = Int(after) }
        if let value = body.value("times") {
            times =
                value.isNull
                ? nil : try body.int("times", in: 1...Int64(Int32.max)).map { Int($0) }
        }
        if let per = try body.per("per") { self.per = per }
        try checkPer(body)
        if let value = body.value("ttl") {
            timeToLive = value.isNull ? nil : try body.duration("ttl")
            if let timeToLive, timeToLive <= .zero {
                throw body.badValue("ttl", value, hint: "Send a longer time, or null for no end.")
            }
        }
    }

    /// Replaces the fault, which may be of another sort than that of the old rule.
    private mutating func change(_ fault: OrderedFault, _ body: ControlBody) throws(Problem) {
        let wasOfMessages = socket != nil
        switch fault {
        case .ofRequests(let fault): (self.fault, socket) = (fault, nil)
        case .ofMessages(let fault): (self.fault, socket) = (Fault(fault.name, []), fault)
        }
        guard wasOfMessages != (socket != nil), !body.has("match"), matchText.count > 2 else {
            return
        }
        let sorts = ["requests", "messages of sockets"]
        let (old, new) = wasOfMessages ? (sorts[1], sorts[0]) : (sorts[0], sorts[1])
        throw .badValue(
            "The fault in \(body.place("fault")) is for \(new), and the 'match' is for \(old).",
            "Send a 'match' as well, such as {}."
        )
    }

    /// Requests belong to no socket, and messages have no fields.
    private func checkPer(_ body: ControlBody) throws(Problem) {
        var isOfHeader = false
        if case .header = per { isOfHeader = true }
        guard socket == nil ? per == .socket : isOfHeader else { return }
        throw .badValue(
            "\(body.capitalPlace("per")) is '\(per.text)', which "
                + (socket == nil ? "requests" : "messages of sockets") + " do not have.",
            "It can be: 'world', 'user' or "
                + (socket == nil ? "'header:NAME' for requests." : "'socket' for messages.")
        )
    }

    private mutating func readName(_ body: ControlBody) throws(Problem) {
        guard let value = body.value("name") else { return }
        guard !value.isNull else {
            name = nil
            return
        }
        name = try body.name("name")
        guard name?.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) == true else {
            return
        }
        throw body.badValue(
            "name",
            value,
            hint: "A name of digits alone would be mistaken for a number; add a letter."
        )
    }
}

extension ControlBody {
    /// A number from 0 to 1.
    fileprivate func fraction(_ name: String) throws(Problem) -> Double? {
        guard let number = try double(name), let value = value(name) else { return nil }
        guard number >= 0, number <= 1 else {
            throw badValue(name, value, hint: "Send a number from 0, never, to 1, always.")
        }
        return number
    }

    fileprivate func outageScript(_ name: String) throws(Problem) -> OutageScript? {
        guard let value = value(name), !value.isNull, let text = try text(name) else { return nil }
        do throws(OutageScript.Fault) {
            return try OutageScript(text)
        } catch {
            throw .badValue(
                "The script '\(shortened(text))' in \(place(name)) \(error.words).",
                "Send steps such as 'up 5s, down 2s, up', or 'up 5s, down 2s, repeat'."
            )
        }
    }

    /// `world`, `user` or `header:NAME`.
    fileprivate func per(_ name: String) throws(Problem) -> FaultRule.Per? {
        guard let value = value(name) else { return nil }
        let hint =
            "It can be: 'world', 'user', 'header:NAME' with the name of a field, or, for messages of"
            + " sockets, 'socket'."
        guard let text = value.string else {
            throw wrongType(name, value, wanted: "a text", hint: hint)
        }
        if text.isIdentical(to: "world") { return .world }
        if text.isIdentical(to: "user") { return .user }
        if text.isIdentical(to: "socket") { return .socket }
        guard text.utf8.starts(with: "header:".utf8) else {
            let meant = suggestion(for: text, among: ["world", "user", "socket"])
            throw badValue(name, value, hint: (meant.map { "Did you mean '\($0)'? " } ?? "") + hint)
        }
        let field = String(decoding: text.utf8.dropFirst("header:".utf8.count), as: UTF8.self)
        guard !field.isEmpty, field.utf8.count <= 256 else {
            throw badValue(name, value, hint: hint)
        }
        return .header(name: field.lowercased())
    }
}
