package import MockPostlyDialect

/// A one-time code, and the dialect whose users log in with it.
///
/// In lists the newest comes last.
package struct PendingLoginCode: Sendable, Equatable {
    /// The dialect's name.
    package var dialect: String
    package var code: LoginCode
}

/// One-time codes of log-ins.
extension Worlds {
    /// The codes that users of a world can log in with now, by dialect, the oldest first.
    package func loginCodes(of name: String) throws -> [PendingLoginCode] {
        let world = try existing(name)
        // A code must be committed before somebody learns of it.
        return try world.served.flatMap { served in
            let dialect = type(of: served.dialect).name
            return try served.dialect.loginCodes.map {
                PendingLoginCode(dialect: dialect, code: $0)
            }
        }
    }
}
