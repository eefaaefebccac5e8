internal import MockPostlyJSON
internal import MockPostlyNouns

/// A user as log-ins need them, with the places of what they look for in the record.
final class Person {
    let record: Document
    /// The password; nil when the record has none that is a text.
    private(set) lazy var password = record["password"]?.string
    /// The values of ``Tokens/claims`` in their order; nil where the record has none.
    private(set) lazy var claims = record.value.members(named: Tokens.claims)

    /// About the bytes that a person takes in memory.
    static let size = 400

    /// The user with this record.
    init(_ record: Document) {
        self.record = record
    }

    /// The members that the user's tokens repeat, as JSON without the braces around them.
    func tokenMembers(_ links: @autoclosure () -> LinkBase) -> [UInt8] {
        let links = record.links.isEmpty ? .upstream : links()
        var json = JSONWriter(escaping: .utf8, reserving: 512)
        for (name, value) in zip(Tokens.claims, claims) {
            guard let value else { continue }
            json.key(name)
            json.stored(value, of: record, links)
        }
        return json.finish()
    }
}
