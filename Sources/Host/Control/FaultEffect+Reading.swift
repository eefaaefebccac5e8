internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyWorld

/// The name of a fault that `name` is probably meant to be; nil when none is similar.
func suggestion(forFault name: String) -> String? { suggestion(for: name, among: Fault.names) }

extension FaultEffect {
    /// The members of an effect in JSON.
    static let members = [
        "delay", "at", "piece", "bandwidth", "status", "retryAfter", "connection", "point",
        "stallFor", "body", "write",
    ]

    /// The longest time that a connection may be told to stall.
    private static let longestStall = Duration.seconds(86_400)

    /// Reads the members of an effect and refuses what cannot be combined.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ body: ControlBody) throws(Problem) {
        self.init()
        delay = try Self.delay(body)
        bandwidth = try body.int("bandwidth", in: 1...1_000_000_000).map { Int($0) }
        let statuses = Int64(Fault.statuses.lowerBound)...Int64(Fault.statuses.upperBound)
        status = try body.int("status", in: statuses).map { Int($0) }
        retryAfter = try body.int("retryAfter", in: 0...31_536_000).map { Int($0) }
        connection = try Self.connection(body)
        self.body = try body.suggested("body", BodyDamage.self)
        write = try body.suggested("write", WriteFate.self)
        guard let conflict else { return }
        throw Problem(
            400,
            "Impossible fault",
            detail: conflict.member == "fault"
                ? "The fault \(conflict.words)."
                : "\(body.capitalPlace(conflict.member)) \(conflict.words).",
            hint: conflict.hint
        )
    }

    // MARK: Delay

    private static func delay(_ body: ControlBody) throws(Problem) -> FaultDelay? {
        let places = ["handler", "answer", "piece"]
        let place = try body.suggestedChoice("at", of: places)
        guard let time = try body.delayTime("delay") else {
            try body.refuse(["at", "piece"], without: "delay")
            return nil
        }
        guard place == "piece" else {
            if let value = body.value("piece") {
                throw body.badValue(
                    "piece",
                    value,
                    hint: "Only a delay at 'piece' has pieces; leave it out."
                )
            }
            return FaultDelay(time, at: place == "answer" ? .answer : .handler)
        }
        let size = try body.int("piece", in: 1...1_000_000_000).map { Int($0) }
        return FaultDelay(time, at: .piece(size ?? FaultDelay.usualPiece))
    }

    // MARK: Connection

    private static func connection(_ body: ControlBody) throws(Problem) -> ConnectionDamage? {
        guard let kind = try body.suggested("connection", ConnectionDamage.Kind.self) else {
            try body.refuse(["point", "stallFor"], without: "connection")
            return nil
        }
        var damage = ConnectionDamage(kind, at: try body.point("point"))
        guard let value = body.value("stallFor") else { return damage }
        guard kind == .stall else {
            throw body.badValue(
                "stallFor",
                value,
                hint: "Only the connection 'stall' lasts; leave it out."
            )
        }
        if let time = try body.duration("stallFor") {
            guard time > .zero, time <= longestStall else {
                throw body.badValue("stallFor", value, hint: "Send a time of at most 24h.")
            }
            damage.stallsFor = time
        }
        return damage
    }
}

extension ControlBody {
    /// The name of a fault, or an object that says what it does.
    func fault(_ name: String, _ value: JSONValue) throws(Problem) -> OrderedFault {
        if let text = value.string {
            if let fault = SocketFault(named: text) { return .ofMessages(fault) }
            if let fault = Fault(named: text) { return .ofRequests(fault) }
            throw Problem(
                unknownFault: text,
                in: place(name),
                names: Fault.names + SocketFault.names
            )
        }
        let isOfMessages = value["socket"] != nil
        let members = isOfMessages ? SocketFault.members : FaultEffect.members + ["socket"]
        guard value.kind == .object, let effect = try object(name, members: members) else {
            throw wrongType(
                name,
                value,
                wanted: "a text or an object",
                hint: "Send the name of a fault, such as 'flaky', or an object such as"
                    + " {\"status\": 503} or {\"socket\": \"drop\"}."
            )
        }
        if isOfMessages { return .ofMessages(try SocketFault(effect)) }
        return .ofRequests(Fault(try FaultEffect(effect)))
    }

    /// One of the cases of `Choice`; the refusal of another text names the nearest one.
    func suggested<Choice>(_ name: String, _: Choice.Type) throws(Problem) -> Choice?
    where Choice: RawRepresentable<String> & CaseIterable {
        try suggestedChoice(name, of: Choice.allCases.map(\.rawValue))
            .flatMap { Choice(rawValue: $0) }
    }

    /// Refuses members that mean nothing without the member `needed`.
    func refuse(_ names: [String], without needed: String) throws(Problem) {
        guard let name = names.first(where: has), let value = value(name) else { return }
        throw badValue(name, value, hint: "It needs \(place(needed)).")
    }

    /// `start`, `head`, `half`, `end`, or a number of bytes of the body.
    fileprivate func point(_ name: String) throws(Problem) -> ConnectionDamage.Point? {
        guard let value = value(name) else { return nil }
        if value.kind == .number {
            return try int(name, in: 0...1_000_000_000).map { .bytes(Int($0)) }
        }
        switch try suggestedChoice(name, of: ["start", "head", "half", "end"]) {
        case "start": return .start
        case "head": return .head
        case "half": return .half
        default: return .end
        }
    }

    // MARK: Times

    /// A time, or an object with one distribution of times.
    func delayTime(_ name: String) throws(Problem) -> FaultDelay.Time? {
        guard let value = value(name) else { return nil }
        guard value.kind == .object else { return .fixed(try delay(name)) }
        let kinds = ["uniform", "normal", "lognormal"]
        guard let object = try object(name, members: kinds) else { return nil }
        let given = kinds.filter(object.has)
        guard given.count == 1 else {
            throw .badValue(
                "\(capitalPlace(name)) has \(given.count) distributions, and must have one.",
                "Send such as {\"uniform\": [\"100ms\", \"1s\"]}."
            )
        }
        switch given[0] {
        case "uniform": return try object.uniform("uniform")
        case "normal":
            guard let normal = try object.object("normal", members: ["mean", "deviation"]) else {
                return nil
            }
            return .normal(mean: try normal.delay("mean"), deviation: try normal.delay("deviation"))
        default:
            guard let normal = try object.object("lognormal", members: ["median", "sigma"]) else {
                return nil
            }
            return .lognormal(median: try normal.delay("median"), sigma: try normal.sigma("sigma"))
        }
    }

    private func uniform(_ name: String) throws(Problem) -> FaultDelay.Time {
        let hint = "Send the shortest and the longest time: [\"100ms\", \"1s\"]."
        guard let value = value(name) else { throw missing(name, hint) }
        let times = value.kind == .array ? value.elements.map { $0.string.flatMap(parseDelay) } : []
        guard times.count == 2, let least = times[0], let most = times[1], least <= most else {
            throw .badValue("\(capitalPlace(name)) is no pair of times in order.", hint)
        }
        return .uniform(least, most)
    }

    private func sigma(_ name: String) throws(Problem) -> Double {
        let hint = "Send a number from 0 to 10, such as 0.5."
        guard let number = try double(name), let value = value(name) else {
            throw missing(name, hint)
        }
        guard number >= 0, number <= 10 else { throw badValue(name, value, hint: hint) }
        return number
    }

    private func delay(_ name: String) throws(Problem) -> Duration {
        guard let value = value(name), let time = try duration(name) else {
            throw missing(name, "Send a time such as '500ms'.")
        }
        guard time <= FaultDelay.longest else {
            throw badValue(name, value, hint: "The longest delay is 1h.")
        }
        return time
    }
}

private func parseDelay(_ text: String) -> Duration? {
    guard let time = parseDuration(text), time <= FaultDelay.longest else { return nil }
    return time
}

/// A fault of a rule.
enum OrderedFault {
    case ofRequests(Fault)
    case ofMessages(SocketFault)
}
