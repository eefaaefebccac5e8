internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// A user as log-ins need them.
final class Person {
    let record: Document
    /// The password; nil when the record has none that is a text.
    private(set) lazy var password = record["password"]?.string
    /// What a log-in has prepared for the next one.
    var tokenStart: TokenStart?

    /// About the bytes that a person without a ``tokenStart`` takes in memory.
    static let size = 112

    /// The user with this record.
    init(_ record: Document) {
        self.record = record
    }

    /// The members that the user's tokens repeat, as JSON without the braces around them.
    func tokenMembers(_ links: LinkBase) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8, reserving: 512)
        let values = record.value.members(named: Tokens.claims)
        for (name, value) in zip(Tokens.claims, values) {
            guard let value else { continue }
            json.key(name)
            json.stored(value, of: record, links)
        }
        return json.finish()
    }
}

/// What all tokens of a user begin with.
struct TokenStart {
    /// Where links in the members lead.
    let links: LinkBase
    /// ``Person/tokenMembers(_:)``.
    let members: [UInt8]
    /// The start of the claims up to the time of issue, encoded and signed.
    let signed: SignedStart

    /// Bytes that this takes in memory.
    var bufferedBytes: Int {
        // The encoded text is a third longer than the members, and has the header before it.
        members.bufferedBytes + members.count * 4 / 3 + 384
    }
}
