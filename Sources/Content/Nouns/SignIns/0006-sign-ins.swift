internal import MockPostlySQLite

extension Migration {
    /// What people have allowed apps with Google's sign-in.
    ///
    /// All codes and tokens of a sign-in carry its number and prove that they know its secret. A
    /// challenge is the SHA-256 that the app's verifier must have, in base64url.
    static let signIns = Migration(
        name: "0006-sign-ins",
        sql: """
            CREATE TABLE google_sign_in (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                secret TEXT NOT NULL,
                client TEXT NOT NULL,
                redirect TEXT NOT NULL,
                scope TEXT NOT NULL,
                subject TEXT NOT NULL,
                email TEXT NOT NULL,
                name TEXT NOT NULL,
                picture TEXT NOT NULL,
                domain TEXT,
                nonce TEXT,
                challenge TEXT,
                is_offline INTEGER NOT NULL,
                is_redeemed INTEGER NOT NULL
            ) STRICT;
            """
    )
}
