extension MockServer {
    /// A one-time code that a user can log in with, and that a server in production would send.
    public struct LoginCode: Sendable, Hashable {
        /// The name of the system, as in options.
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

        init(_ code: ControlDocument) {
            system = code.text("system") ?? ""
            self.code = code.text("code") ?? ""
            userID = code.part("user")?.text("id") ?? ""
            email = code.part("user")?.text("email") ?? ""
            address = code.text("sentTo") ?? ""
            expiresAt = code.microseconds("expiresAt") ?? 0
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
        try control("GET", ["login-codes"]).parts("codes").map { MockServer.LoginCode($0) }
    }
}
