extension MockServer {
    /// A system that a server can mock.
    public struct Dialect: Sendable, Hashable {
        /// Its name in options and in the control plane.
        public let name: String

        /// The system with this name, as `mockpostly serve --systems` has it.
        public init(_ name: String) {
            self.name = name
        }

        /// The blog, at `/api`.
        public static let postly = Dialect("postly")
        /// The records of DummyJSON, at `/posts`, `/users` and so on.
        public static let dummyJSON = Dialect("dummyjson")
    }
}
