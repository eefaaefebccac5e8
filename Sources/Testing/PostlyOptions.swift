public import MockPostlyClient
internal import PostlyDialect

extension MockServer {
    /// Where the pictures of Postly come from.
    public struct Postly: Sendable, Hashable {
        /// Whether covers and portraits are drawn by this server; otherwise they are on the hosts of
        /// the original.
        public var drawsPictures: Bool

        /// Creates options; the defaults are those of `mockpostly serve`.
        public init(drawsPictures: Bool = false) {
            self.drawsPictures = drawsPictures
        }

        var settings: PostlyDialect.Postly.Settings {
            var settings = PostlyDialect.Postly.Settings()
            settings.images = drawsPictures ? .local : .upstream
            return settings
        }
    }
}
