public import MockPostlyClient

extension MockServer {
    /// Which version of the RealWorld API is mocked.
    public enum RealWorldEra: String, Sendable, Hashable {
        /// Since August 2024: lists have no texts, and a person may have no picture.
        case new
        /// As the servers answered that are gone.
        case old
    }
}

extension MockServer.Options {
    /// The version of the RealWorld API; nil: ``MockServer/RealWorldEra/old`` for the names of the
    /// servers that are gone, else ``MockServer/RealWorldEra/new``.
    public var realWorldEra: MockServer.RealWorldEra? {
        get { settings["realworld-era"].flatMap { MockServer.RealWorldEra(rawValue: $0) } }
        set { settings["realworld-era"] = newValue?.rawValue }
    }
}
