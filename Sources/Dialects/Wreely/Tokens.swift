internal import MockPostlyCrypto
internal import MockPostlyNouns

/// The access tokens of the members of one world: 32 hexadecimal digits, one for each member.
///
/// The token of a seed, or else a keyed hash of the account's id. So it is the same at every login,
/// and a copy of the world, which has another key, has other tokens.
final class Tokens {
    private let members: WreelyMemberStore
    private let secret: String
    /// Made at its first use, so that the start does not wait for OpenSSL.
    private lazy var key = HMACSHA256(key: Array(secret.utf8))
    /// The owners of derived tokens; checked when they are used.
    private var owners: [String: WreelyMember.ID] = [:]

    init(_ members: WreelyMemberStore, secret: String) {
        (self.members, self.secret) = (members, secret)
    }

    func token(of member: WreelyMember) throws -> String {
        try members.storedToken(of: member.id) ?? derived(for: member.user)
    }

    /// The member with this token; nil when nobody has it.
    func member(of token: String) throws -> WreelyMember? {
        guard Self.isWellFormed(token) else { return nil }
        if let member = try derivedOwner(of: token) { return member }
        if let member = try members.find(token: token) { return member }
        // A reset or another content may have changed who there is.
        owners = [:]
        try members.forEachWithoutToken { owners[derived(for: $1)] = $0 }
        return try derivedOwner(of: token)
    }

    private func derivedOwner(of token: String) throws -> WreelyMember? {
        guard let id = owners[token], let member = try members.find(id),
            try self.token(of: member) == token
        else { return nil }
        return member
    }

    private func derived(for account: User.ID) -> String {
        hexadecimal(key.authenticate(Array("wreely:\(account.text)".utf8)).prefix(16))
    }

    /// Whether a text has the form of a token: 32 hexadecimal digits in lower case.
    private static func isWellFormed(_ token: String) -> Bool {
        token.utf8.count == 32
            && token.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
            }
    }
}
