package import MockPostlyControl
internal import MockPostlyDialect

/// One-time codes of log-ins.
extension Worlds {
    package func loginCodes(of name: String) throws -> [PendingLoginCode] {
        let world = try existing(name)
        // A code must be committed before somebody learns of it.
        settle()
        return try world.served.flatMap { served in
            let dialect = type(of: served.dialect).name
            return try served.dialect.loginCodes.map {
                PendingLoginCode(dialect: dialect, code: $0)
            }
        }
    }
}
