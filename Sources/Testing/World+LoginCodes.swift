internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyWorld

extension MockServer {
    /// A one-time code that a user can log in with, and that a server in production would send.
    public struct LoginCode: Sendable, Hashable {
        /// The name of the system, such as `wreely`.
        public var system: String
        /// The code as the user types it.
        public var code: String
        /// The id of the user, as the system writes it.
        public var userID: String
        /// The e-mail address of the user.
        public var email: String
        /// Where it would be sent: a phone number or an e-mail address.
        public var address: String
        /// When it stops working, by the world's clock, in microseconds since 1970.
        public var expiresAt: Int64

        init(_ pending: PendingLoginCode) {
            system = pending.dialect
            code = pending.code.code
            userID = pending.code.userID
            email = pending.code.email
            address = pending.code.address
            expiresAt = pending.code.expiresAt.microseconds
        }
    }
}

extension MockServer.World {
    /// The one-time codes that users of this world can log in with now, the newest last.
    ///
    /// ```swift
    /// let code = try world.loginCodes().last?.code
    /// ```
    ///
    /// Throws a ``MockServer/Failure`` when the world was deleted.
    public func loginCodes() throws -> [MockServer.LoginCode] {
        let name = name
        return try server.controlling { worlds in
            try worlds.loginCodes(of: name).map { MockServer.LoginCode($0) }
        }
    }
}
