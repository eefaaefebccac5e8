internal import MockPostlyCrypto
internal import MockPostlyNouns

/// Finds the people of tokens that follow from the server's secret.
///
/// What a token says cannot be undone, so the tokens of all people are made once and remembered.
final class DerivedTokens {
    private let members: MembershipStore
    private let secret: String
    /// Made at the first use: a start need not wait for OpenSSL.
    private lazy var key = HMACSHA256(key: Array(secret.utf8))
    private var users: [String: Member.ID] = [:]
    /// The account with the highest number that has been seen.
    private var last: (user: Member.ID, account: User.ID)?

    init(_ members: MembershipStore, secret: String) {
        (self.members, self.secret) = (members, secret)
    }

    /// The number of the person whose token this is; nil when it is nobody's.
    func user(of token: String) throws -> Member.ID? {
        guard APIToken.isWellFormed(token) else { return nil }
        try catchUp()
        guard let user = users[token], try isStill(token, of: user) else { return nil }
        return user
    }

    /// Learns of the accounts made since; of all, when the database has gone back.
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
