internal import CommunityDialect
public import MockPostlyClient

extension MockServer {
    /// How the sockets of the community's feed behave.
    public struct Community: Sendable, Hashable {
        /// The origins whose pages may open sockets, such as `https://app.example`; empty allows
        /// all.
        public var origins: [String]
        /// Whether messages are compressed for clients that offer it.
        public var compresses: Bool
        /// How long a client may send nothing before its socket is closed, by the machine's clock.
        public var idleTimeout: Duration
        /// How long a long poll waits for a message, by the machine's clock.
        public var pollTimeout: Duration
        /// The most bytes of a client's message.
        public var messageLimit: Int

        /// Creates options; the defaults are those of `mockpostly serve`.
        public init(
            origins: [String] = [],
            compresses: Bool = true,
            idleTimeout: Duration = .seconds(60),
            pollTimeout: Duration = .seconds(10),
            messageLimit: Int = 8 * 1024 * 1024
        ) {
            self.origins = origins
            self.compresses = compresses
            self.idleTimeout = idleTimeout
            self.pollTimeout = pollTimeout
            self.messageLimit = messageLimit
        }

        var settings: CommunityDialect.Community.Settings {
            var settings = CommunityDialect.Community.Settings()
            settings.origins = origins
            settings.compresses = compresses
            settings.idleTimeout = idleTimeout
            settings.pollTimeout = pollTimeout
            settings.messageLimit = messageLimit
            return settings
        }
    }
}
