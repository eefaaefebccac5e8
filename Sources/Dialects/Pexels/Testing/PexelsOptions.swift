public import MockPostlyClient
internal import MockPostlyDialect
internal import PexelsDialect

extension MockServer {
    /// How the image search behaves, and which API keys it accepts.
    public struct Pexels: Sendable, Hashable {
        /// The accepted API keys; empty accepts any key.
        public var keys: [String]
        /// The most requests of a key in a month of the world's clock; nil refuses none.
        public var limit: Int?
        /// Whether a search without a match finds nothing; otherwise it finds a choice of photos.
        public var isStrict: Bool

        /// Whether links to photos lead to `https://images.pexels.com`; otherwise to this server.
        public var linksUpstream: Bool

        /// Creates options; the defaults are those of `mockpostly serve`.
        public init(
            keys: [String] = [],
            limit: Int? = nil,
            isStrict: Bool = false,
            linksUpstream: Bool = false
        ) {
            self.linksUpstream = linksUpstream
            self.keys = keys
            self.limit = limit
            self.isStrict = isStrict
        }

        var settings: PexelsDialect.Pexels.Settings {
            var settings = PexelsDialect.Pexels.Settings()
            settings.keys = keys
            settings.limit = limit
            settings.isStrict = isStrict
            settings.links = linksUpstream ? .upstream : .local
            return settings
        }
    }
}
