extension MockServer {
    /// A setting that a world can have for itself, unlike the server's options.
    public struct Setting: Sendable, Hashable {
        /// Its name, as that of the option of `mockpostly world create`: `dummyjson-writes`.
        public let name: String
        /// Its value, as on a command line: `keep`.
        public let value: String

        /// The setting with this name and value.
        ///
        /// Making a world with it throws a ``MockServer/Failure`` when worlds have no such setting,
        /// or when the value is not allowed.
        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }

        /// Whether adds, updates and deletes of DummyJSON are stored; otherwise they are answered,
        /// but not stored, as by the original.
        public static func dummyJSON(keepsWrites: Bool) -> Setting {
            Setting("dummyjson-writes", keepsWrites ? "keep" : "echo")
        }
    }
}
