internal import MockPostlyContent
internal import MockPostlySQLite

/// Finds accounts as a list to choose from shows them.
extension UserStore {
    /// The accounts whose name or e-mail address has `text` in it, without the first `skipped`; at
    /// most `limit`.
    ///
    /// Who has signed in with Google last comes first, then who never has, the oldest first.
    /// ASCII letters match in either case. With `domain`, only those with an address there. An
    /// account that was made without Google is left out when a Google account has the same address:
    /// to Google these are one person.
    ///
    /// - Parameters:
    ///   - text: empty for all.
    ///   - domain: such as `example.com`, without `@`; nil for any.
    ///   - skipped: how many are passed over first.
    ///   - limit: the most accounts.
    /// - Returns: in the order above.
    /// - Throws: SQLite's errors.
    package func search(
        _ text: String,
        domain: String?,
        skipping skipped: Int64,
        limit: Int64
    ) throws -> [User] {
        try work.connection.all(
            """
            SELECT user_id, email, name, picture, last_login
            FROM user
            WHERE (instr(lower(name), lower(?1)) > 0 OR instr(lower(email), lower(?1)) > 0)
                AND (?2 IS NULL OR lower(substr(email, -1 - length(?2))) = '@' || lower(?2))
                AND NOT (
                    length(user_id) = 24 AND user_id NOT GLOB '*[^0-9a-f]*' AND EXISTS (
                        SELECT 1 FROM user AS other
                        WHERE other.email = user.email
                            AND (length(other.user_id) <> 24 OR other.user_id GLOB '*[^0-9a-f]*')
                    )
                )
            ORDER BY last_login DESC, id
            LIMIT ?3 OFFSET ?4
            """,
            [.text(text), .optional(domain), .integer(limit), .integer(skipped)],
            User.init
        )
    }

    /// The account with exactly this e-mail address: the Google account, if there is one, else the
    /// oldest; nil when none has it.
    ///
    /// - Throws: SQLite's errors.
    package func person(email: String) throws -> User? {
        try work.connection.first(
            """
            SELECT user_id, email, name, picture, last_login
            FROM user
            WHERE email = ?1
            ORDER BY length(user_id) = 24 AND user_id NOT GLOB '*[^0-9a-f]*', id
            LIMIT 1
            """,
            [.text(email)],
            User.init
        )
    }
}

extension User {
    /// The number of the account at Google; nil for an account that was made without Google.
    ///
    /// What Google's tokens have as `sub`.
    package var googleSubject: String? { id.text.isObjectID ? nil : id.text }
}
