internal import MockPostlyContent
package import MockPostlyCrypto
internal import MockPostlySQLite

extension UserStore {
    /// Replaces the password of an account.
    ///
    /// Throws ``UserError/noSuchUser``.
    ///
    /// The caller hashes off the loop's thread: this only stores.
    ///
    /// - Throws: also SQLite's errors.
    package func change(password: PasswordHash, of id: User.ID) throws {
        let changed = try work.writeOnce {
            try work.connection.run(
                "UPDATE user SET password = ?2 WHERE user_id = ?1",
                [.text(id.text), .text(password.stored)]
            )
        }
        guard changed > 0 else { throw UserError.noSuchUser }
    }
}
