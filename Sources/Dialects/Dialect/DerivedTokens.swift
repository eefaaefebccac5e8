internal import MockPostlyContent
package import MockPostlyCrypto
package import MockPostlyNouns

/// Finds the accounts of tokens that are derived from a secret, without being stored.
///
/// A token is a keyed hash of the account's id, so the account cannot be computed from it. Instead,
/// the tokens of all accounts are computed once and kept in a table; of later ones when a token is
/// asked for.
///
/// Belongs to the loop's thread. The table takes memory for each account of the world.
package final class DerivedTokens {
    private let domain: Domain
    private let secret: String
    private let derive: (User.ID, HMACSHA256) -> String
    /// Made at its first use, so that the start does not wait for OpenSSL.
    private lazy var key = HMACSHA256(key: Array(secret.utf8))
    private var tokens: [User.ID: String] = [:]
    private var accounts: [String: User.ID] = [:]
    /// The account with the highest number for which a token was computed.
    private var last: (number: Int64, account: User.ID)?
    /// Those of the content at the last look; it may also have been replaced with one.
    private var undoings = 0

    /// Tokens of the accounts of `domain`; `derive` makes one, the same for the same id and key.
    ///
    /// - Parameters:
    ///   - domain: must outlive this object's owner; it is retained.
    ///   - secret: the server's; with another one all tokens are others.
    ///   - derive: pure and fast: it runs once for each account.
    package init(
        _ domain: Domain,
        secret: String,
        _ derive: @escaping (User.ID, HMACSHA256) -> String
    ) {
        (self.domain, self.secret, self.derive) = (domain, secret, derive)
    }

    /// The derived token of an account.
    ///
    /// O(1) for accounts that were seen before, else one hash.
    package func token(of account: User.ID) -> String { tokens[account] ?? derive(account, key) }

    /// The account whose derived token this is; nil when it is nobody's.
    ///
    /// It may name an account that is gone since, after an undone registration or a deletion: the
    /// caller looks it up.
    ///
    /// - Throws: SQLite's errors.
    package func account(of token: String) throws -> User.ID? {
        try catchUp()
        return accounts[token]
    }

    /// Adds the tokens of new accounts; when others may have come or gone, looks at all accounts.
    private func catchUp() throws {
        var known: [User.ID: String] = [:]
        if try isOutdated() {
            (known, tokens, accounts, last) = (tokens, [:], [:], nil)
            undoings = domain.work.undoings
        }
        try domain.users.forEachAccount(after: last?.number ?? 0) { number, account in
            let token = known[account] ?? derive(account, key)
            tokens[account] = token
            accounts[token] = account
            last = (number, account)
        }
    }

    private func isOutdated() throws -> Bool {
        if undoings != domain.work.undoings { return true }
        guard let last else { return false }
        return try domain.users.account(of: last.number) != last.account
    }
}
