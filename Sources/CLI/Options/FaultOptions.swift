internal import MockPostlyControl
internal import MockPostlyFaults
internal import MockPostlyJSON
internal import MockPostlyOptions

/// The options of `mockpostly fault add`.
enum FaultOptions {
    /// The members of a match that have options, of requests and of messages.
    static let matched = ControlOrders.match + ControlOrders.messages.filter { $0.option != nil }

    static let matching = matched.options(at: "match.") + ControlOrders.fault.option("match")
    /// What a fault changes in real answers.
    static let changing = ControlOrders.faultEffect.options(at: "fault.")
    static let name = ControlOrders.fault.option("name")
    static let counting = ControlOrders.fault.without("name", "match").options()
}

extension ValueType where Value == String {
    static let jsonObject = ValueType(
        expected: "a JSON object",
        read: { text in
            let document = try? JSON(parsing: Array(text.utf8))
            return document?.root.kind == .object ? text : nil
        },
        show: { .text($0) }
    )
}

extension ValueType where Value == Fault {
    /// A fault by its name.
    static let faultName = ValueType(
        expected: Fault.names.joined(separator: ", "),
        read: { Fault(named: $0) },
        show: { .text($0.name) },
        completion: .words(Fault.names)
    )
}
