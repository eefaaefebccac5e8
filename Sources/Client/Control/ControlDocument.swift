internal import MockPostlyHTTPClient
internal import MockPostlyJSON
internal import MockPostlyWorld

/// The body of an answer of the control plane: an object of JSON, or a part of one.
///
/// What is not there, or has another type, reads as nil or as empty.
struct ControlDocument {
    /// The whole body.
    private(set) var bytes: [UInt8] = []
    private let value: JSONValue?

    init(_ answer: HTTPAnswer) {
        bytes = answer.body
        value = try? JSON(parsing: answer.body).root
    }

    private init(_ value: JSONValue) {
        self.value = value
    }

    func text(_ name: StaticString) -> String? { value?[name]?.string }
    func int(_ name: StaticString) -> Int? { value?[name]?.int.map { Int($0) } }
    func double(_ name: StaticString) -> Double? { value?[name]?.double }
    func flag(_ name: StaticString) -> Bool { value?[name]?.bool ?? false }

    /// The member as a part of its own; nil when it is absent or null.
    func part(_ name: StaticString) -> ControlDocument? {
        guard let member = value?[name], !member.isNull else { return nil }
        return ControlDocument(member)
    }

    /// The elements of a list.
    func parts(_ name: StaticString) -> [ControlDocument] {
        (value?[name]?.elements ?? []).map { ControlDocument($0) }
    }

    /// The texts of a list.
    func texts(_ name: StaticString) -> [String] {
        (value?[name]?.elements ?? []).compactMap(\.string)
    }

    /// The whole numbers of a list.
    func ints(_ name: StaticString) -> [Int] {
        (value?[name]?.elements ?? []).compactMap(\.int).map { Int($0) }
    }

    /// The member as JSON; nil when it is absent.
    func json(_ name: StaticString) -> MockServer.JSON? {
        value?[name].map { MockServer.JSON($0) }
    }

    /// The member as a duration; nil when it is absent or null.
    func duration(_ name: StaticString) -> Duration? {
        text(name).flatMap(parseDuration)
    }

    /// The member, a date, in microseconds since 1970.
    func microseconds(_ name: StaticString) -> Int64? {
        text(name).flatMap { Instant(dateText: $0) }?.microseconds
    }
}
