internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyWorld

extension SocketFault {
    /// The members of a fault of sockets in JSON.
    static let members = ["socket", "reason", "delay", "within"]

    /// Reads the members of a fault.
    ///
    /// Throws a ``Problem`` with status 400.
    init(_ body: ControlBody) throws(Problem) {
        guard let kind = try body.suggested("socket", Kind.self) else {
            throw body.missing("socket", "It can be: \(enumerated(Kind.allCases.map(\.rawValue))).")
        }
        self.init(kind)
        for (member, owner) in [
            ("reason", Kind.refuseJoin), ("delay", .delay), ("within", .reorder),
        ] where kind != owner {
            guard let value = body.value(member) else { continue }
            throw body.badValue(
                member,
                value,
                hint: "Only '\(owner.rawValue)' has it; leave it out."
            )
        }
        switch kind {
        case .refuseJoin:
            if let reason = try body.text("reason") { self.reason = reason }
        case .delay:
            guard let time = try body.delayTime("delay") else {
                throw body.missing("delay", "Send a time such as '500ms', or a distribution.")
            }
            delay = time
        case .reorder:
            guard let value = body.value("within"), let time = try body.duration("within") else {
                break
            }
            guard time > .zero, time <= Self.longestWithin else {
                throw body.badValue("within", value, hint: "Send a time of at most 60s.")
            }
            within = time
        default: break
        }
    }
}
