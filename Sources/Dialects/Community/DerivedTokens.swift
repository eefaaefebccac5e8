internal import MockPostlyCrypto
internal import MockPostlyNouns

/// Finds the users of tokens that are derived from the server's secret.
///
/// A token is a keyed hash, so the user cannot be computed from it. Instead, the tokens of all
/// users are computed once and kept in a table.
final class DerivedTokens {
    private let members: MembershipStore
    private let secret: String
    /// Made at its first use, so that the start does not wait for OpenSSL.
    private lazy var key = HMACSHA256(key: Array(secret.utf8))
    private var users: [String: Member.ID] = [:]
    /// The account with the highest number for which a token was computed.
    private var last: (user: Member.ID, account: User.ID)?

    init(_ members: MembershipStore, secret: String) {
        (self.members, self.secret) = (members, secret)
    }

    /// The number of the user whose derived token this is; nil when it belongs to no user.
    func user(of token: String) throws -> Member.ID? {
        guard APIToken.isWellFormed(token) else { return nil }
        try catchUp()
        guard let user = users[token], try isStill(token, of: user) else { return nil }
        return user
    }

    /// The derived token of a user, valid without being stored; nil when there is no such user.
    func token(of user: Member.ID) throws -> String? {
        try members.account(of: user).map { APIToken.derived(for: $0, key) }
    }

    /// Adds the tokens of new accounts; of all accounts when the content was reset or replaced.
    private func catchUp() throws {
        if let (user, account) = last, try members.account(of: user) != account {
            users = [:]
            last = nil
        }
        try members.forEachAccount(after: last?.user ?? 0) { user, account in
            users[APIToken.derived(for: account, key)] = user
            last = (user, account)
        }
    }

    private func isStill(_ token: String, of user: Member.ID) throws -> Bool {
        guard let account = try members.account(of: user) else { return false }
        return APIToken.derived(for: account, key).utf8.elementsEqual(token.utf8)
    }
}
