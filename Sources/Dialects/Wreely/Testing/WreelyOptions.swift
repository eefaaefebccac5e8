public import MockPostlyClient
internal import WreelyDialect

extension MockServer {
    /// How the co-working community lets its members log in.
    public struct Wreely: Sendable, Hashable {
        /// The code of every login, five digits; nil for a random one each time.
        public var loginCode: String?

        /// Creates options; the defaults are those of `mockpostly serve`.
        public init(loginCode: String? = nil) {
            self.loginCode = loginCode
        }

        var settings: WreelyDialect.Wreely.Settings {
            var settings = WreelyDialect.Wreely.Settings()
            settings.loginCode = loginCode
            return settings
        }
    }
}
