internal import PexelsDialect

extension MockServer {
    /// Whom the image search answers, and what.
    public struct Pexels: Sendable, Hashable {
        /// The keys that are good; any when empty.
        public var keys: [String]
        /// Requests that a key may make in a month of the world's clock; nil refuses none.
        public var limit: Int?
        /// Whether a search that matches no photo finds nothing; else it finds a choice of photos.
        public var isStrict: Bool

        /// Options; what is left out is as with `mockpostly serve`.
        public init(keys: [String] = [], limit: Int? = nil, isStrict: Bool = false) {
            self.keys = keys
            self.limit = limit
            self.isStrict = isStrict
        }

        var settings: PexelsDialect.Pexels.Settings {
            var settings = PexelsDialect.Pexels.Settings()
            settings.keys = keys
            settings.limit = limit
            settings.isStrict = isStrict
            return settings
        }
    }
}
