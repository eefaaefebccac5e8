internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyMatching
internal import MockPostlyPatching
internal import MockPostlyWorld

/// The name of a fault that `name` is probably meant to be; nil when none is similar.
func suggestion(forFault name: String) -> String? { suggestion(for: name, among: Fault.names) }

extension FaultEffect: MadeOfMembers {
    static let table = breaking + PatchMembers.rows() + further

    private static let breaking: [Member<FaultEffect>] = [
        .value("delay", \.delayTime, .delay, "a delay of at most 1h, or a distribution of times"),
        .value("at", \.delayPlace, .choice, "where the delay is; default: handler").standard(
            "\"handler\""
        )
        .details("Before the request is handled, before the answer, or before each piece of it.")
        .needing("delay"),
        .value("piece", \.pieceSize, .int(1...1_000_000_000), "bytes of a piece; default: 1024")
            .standard("1024")
            .needing("delay").needing("at", "piece", "Only a delay at 'piece' has pieces"),
        .value("bandwidth", \.bandwidth, .int(1...1_000_000_000), "bytes per second of the answer"),
        .value(
            "uploadBandwidth",
            \.uploadBandwidth,
            .int(1...1_000_000_000),
            "bytes per second at which the body of the request is read"
        ).details("It is decided when the head is there: a condition on the body is not met."),
        .value("status", \.status, .int(Fault.statuses), "an error in the system's own words")
            .details("With `patch` or `remove`, the status of the real answer."),
        .value("retryAfter", \.retryAfter, .int(0...31_536_000), "seconds, with 429 and 503"),
        .value("connection", \.brokenConnection, .choice, "how the connection breaks").details(
            """
            `refuse`: connections to the port that the world has alone are refused, and `tls`: TLS \
            handshakes fail. Both come before any request, so that there is no `match`.
            """
        ),
        .value("point", \.brokenPoint, .point, "where in the answer; a number is bytes of the body")
            .needing("connection"),
        .value(
            "stallFor",
            \.stallTime,
            .time(upTo: .seconds(86_400), "Send a time of at most 24h."),
            "how long a connection stalls; default: 1m"
        ).needing("connection")
            .needing("connection", "stall", "Only the connection 'stall' lasts"),
        .value("body", \.body, .choice, "how the body is broken"),
    ]

    private static let further: [Member<FaultEffect>] = [
        .part("headers", .any("object"), "fields of the answer that are set or removed")
            .details(PatchMembers.headersDetails),
        .value("write", \.write, .choice, "whether the request is handled all the same").details(
            """
            `lost`: it is not. `saved`: it is handled and committed, then the answer is damaged. \
            Without it, it is handled if something of its answer is sent.
            """
        ),
    ]

    /// Reads the members of an effect and refuses what cannot be combined.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ body: ControlBody) throws(Problem) {
        self.init()
        try readMembers(body)
        patch = try body.documentPatch()
        fields = try body.fieldChanges(removes: true)
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
}

// What several members fill together.
extension FaultEffect {
    /// The raw values stand in JSON.
    fileprivate enum DelayPlace: String, CaseIterable { case handler, answer, piece }

    fileprivate var delayTime: FaultDelay.Time? {
        get { delay?.time }
        set { delay = newValue.map { FaultDelay($0) } }
    }

    fileprivate var delayPlace: DelayPlace? {
        get {
            switch delay?.place {
            case nil: nil
            case .handler: .handler
            case .answer: .answer
            case .piece: .piece
            }
        }
        set {
            switch newValue {
            case nil, .handler: delay?.place = .handler
            case .answer: delay?.place = .answer
            case .piece: delay?.place = .piece(FaultDelay.usualPiece)
            }
        }
    }

    fileprivate var pieceSize: Int? {
        get { if case .piece(let size) = delay?.place { size } else { nil } }
        set { if let newValue { delay?.place = .piece(newValue) } }
    }

    fileprivate var brokenConnection: ConnectionDamage.Kind? {
        get { connection?.kind }
        set { connection = newValue.map { ConnectionDamage($0) } }
    }

    fileprivate var brokenPoint: ConnectionDamage.Point? {
        get { connection?.point }
        set { if let newValue { connection?.point = newValue } }
    }

    fileprivate var stallTime: Duration? {
        get { connection?.kind == .stall ? connection?.stallsFor : nil }
        set { if let newValue { connection?.stallsFor = newValue } }
    }
}

extension MemberKind where Value == FaultDelay.Time {
    /// A time, or an object with one distribution of times.
    static let delay = MemberKind(
        MemberType([
            (
                "anyOf",
                """
                [{"type": "string", "minLength": 1}, \
                {"$ref": "#/components/schemas/DelayDistribution"}]
                """
            )
        ])
    ) { body, name throws(Problem) in
        try body.delayTime(name)
    } write: { time, json in
        time.write(&json)
    }
}

extension MemberKind where Value == ConnectionDamage.Point {
    /// `start`, `head`, `half`, `end`, or a number of bytes of the body.
    fileprivate static let point = MemberKind(
        MemberType([
            (
                "anyOf",
                """
                [{"type": "string", "enum": ["start", "head", "half", "end"]}, \
                {"type": "integer", "minimum": 0, "maximum": 1000000000}]
                """
            )
        ])
    ) { body, name throws(Problem) in
        try body.point(name)
    } write: { point, json in
        point.write(&json)
    }
}

extension ControlBody {
    /// The name of a fault, or an object that says what it does.
    func fault(_ name: String, _ value: JSONValue) throws(Problem) -> OrderedFault {
        if let text = value.string {
            if let fault = SocketFault(named: text) { return .ofMessages(fault) }
            if let fault = Fault(named: text) ?? Fault(ofConnections: text) {
                return .ofRequests(fault)
            }
            throw Problem(
                unknownFault: text,
                in: place(name),
                names: Fault.names + Fault.doors.map(\.name) + SocketFault.names
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
