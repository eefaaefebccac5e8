internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyWorld

extension FaultRule: MadeOfMembers {
    static let table: [Member<FaultRule>] = [
        .value(
            "name",
            \.name,
            MemberKind.name(
                notOfDigits: "A name of digits alone would be mistaken for a number; add a letter."
            ).orNull,
            "what answers and the log call it"
        ).details("Without it, the name of `fault`. Not of digits alone.").option("NAME"),
        .part(
            "match",
            .requests("FaultMatch"),
            "which requests; with a fault of sockets, which messages",
            text: { $0.matchText }
        ).option("REQUESTS", "method and path, or further conditions in JSON"),
        .part(
            "fault",
            .named("FaultEffect"),
            "the name of a fault, or what it does",
            text: { $0.faultText }
        ),
        .value("rate", \.rate, .chance, "the chance of each request, from 0 to 1")
            .details("It repeats with the world's random seed.").option("RATE"),
        .value("times", \.times, MemberKind.count(from: 1).orNull, "only so many requests")
            .option("COUNT"),
        .value("after", \.after, .count(from: 0), "let so many requests through first")
            .option("COUNT"),
        .value("per", \.per, .counter, "what `times` and `after` count by")
            .named("FaultPer").details(
                """
                The first 1,000 users or values are counted alone, all others together. `header` \
                is for requests, `socket` for messages of sockets.
                """
            )
            .option(
                "WHAT",
                "count them by world, user, header:NAME or socket; default: world",
                words: ["world", "user", "header:", "socket"]
            ),
        .value(
            "script",
            \.script,
            MemberKind.script.orNull,
            "only when these steps say down: 'up 5s, down 2s, up'"
        )
        .details(
            """
            By the world's clock from now on. The last step lasts if it has no time; with `repeat` \
            as the last word the steps begin again. Without `fault` it is `offline`.
            """
        )
        .option(
            "STEPS",
            details: """
                The steps follow the world's clock. The last one lasts if it has no time; after \
                the word repeat they begin again.
                """
        ),
        .value(
            "ttl",
            \.timeToLive,
            MemberKind.lifetime.orNull,
            "delete it after this time; default: never"
        ).details("By the machine's clock; null for as long as its world.").option("TIME"),
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
        } else if body.isGiven("script") {
            self.init(.offline)
        } else {
            throw body.missing(
                "fault",
                "Send the name of a fault, such as 'flaky', 'reset' or 'socket-drop', or an object"
                    + " such as {\"status\": 503}."
            )
        }
        try readMembers(body)
        try readMatch(body, dialects)
        guard matchText.count + faultText.count <= Self.longestText else {
            throw .badValue(
                "The members 'match' and 'fault' have more than \(Self.longestText) bytes.",
                "Send shorter conditions."
            )
        }
        try checkPer(body)
        try checkDoor(body)
    }

    private mutating func readMatch(_ body: ControlBody, _ dialects: [String]) throws(Problem) {
        guard let value = body.value("match") else { return }
        if socket == nil {
            let conditions = try body.requests(value, "match", RequestPattern.shapes)
            match = try RequestPattern(conditions, dialects: dialects)
            matchText = conditions.objectText
            try match.requireServedPath("fault can hit")
        } else {
            messages = try body.messagePattern("match")
            matchText = Array(value.rawText)
        }
    }

    /// Connections have no parts to be matched by; a refused one is never seen, so not counted.
    private func checkDoor(_ body: ControlBody) throws(Problem) {
        if fault.uploadBandwidth != nil, rate < 1 {
            throw .conflict(
                "rate",
                "uploadBandwidth",
                hint: "The body is read before chance decides; send 'times' or 'after' instead."
            )
        }
        guard let door else { return }
        let isCounted = rate < 1 || times != nil || after > 0
        let others: [(name: String, isGiven: Bool)] = [
            ("match", matchText != Array("{}".utf8)), ("per", per != .world),
            ("script", script != nil && door == .refuse),
            ("rate", rate < 1 && door == .refuse), ("times", times != nil && door == .refuse),
            ("after", after > 0 && door == .refuse),
        ]
        guard let other = others.first(where: \.isGiven) else { return }
        throw .badValue(
            "\(body.capitalPlace(other.name)) is for requests, and the fault '\(door.rawValue)' is for "
                + "connections.",
            isCounted
                ? "Refused connections never come to the server, so they are not counted: give the"
                    + " fault a 'ttl', or delete it." : "Leave it out."
        )
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
}

extension MemberKind where Value == OutageScript {
    fileprivate static let script = MemberKind(.any("string")) { body, name throws(Problem) in
        try body.outageScript(name)
    } write: { script, json in
        json.string(script.text)
    }
}

extension MemberKind where Value == FaultRule.Per {
    fileprivate static let counter = MemberKind(
        MemberType([
            ("type", "\"string\""), ("pattern", "\"^(world|user|socket|header:.+)$\""),
        ])
    ) { body, name throws(Problem) in
        try body.per(name)
    } write: { per, json in
        json.string(per.text)
    }
}

extension ControlBody {
    fileprivate func outageScript(_ name: String) throws(Problem) -> OutageScript? {
        guard let text = try text(name) else { return nil }
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
