internal import DummyJSONDialect
internal import MockPostlyControl

extension MockServer {
    /// A setting that a world can have for itself, unlike the server's ``Options``.
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

        /// Whether adds, updates and deletes of DummyJSON are stored, as
        /// ``MockServer/DummyJSON/keepsWrites`` says for the whole server.
        public static func dummyJSON(keepsWrites: Bool) -> Setting {
            let writes: DummyJSONDialect.DummyJSON.Writes = keepsWrites ? .keep : .echo
            return Setting("dummyjson-writes", writes.rawValue)
        }

        var setting: WorldSetting { WorldSetting(name, value) }
    }
}
