internal import APIDialect
public import MockPostlyClient
internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyThreads

extension MockServer {
    /// Your own API: the collections of a JSON file.
    public struct API: Sendable, Hashable {
        /// The path of the file, or of a folder with a file for each collection; nil for no such API.
        ///
        /// `jsonplaceholder` is the practice API inside the program.
        ///
        /// It is served alone unless ``Options/systems`` names systems; its paths win over theirs.
        public var file: String?
        /// Whether the failures of json-server are kept too.
        public var isLikeJSONServer: Bool
        /// Whether the query language and the ids are those of json-server 1.0.
        public var isV1: Bool
        /// Whether people register and log in, as with json-server-auth.
        public var authenticates: Bool
        /// Whether writes stay in the world; nil keeps them, but for `jsonplaceholder`.
        public var keepsWrites: Bool?
        /// What stands before all paths, such as `/api`; empty for nothing.
        public var prefix: String
        /// The object in which lists are answered, such as `{"data": $rows, "total": $count}`; nil
        /// for plain arrays.
        public var envelope: String?
        /// How many first rows a collection of an OpenAPI description has.
        public var rows: Int
        /// Whether requests are let in that an OpenAPI description does not allow.
        public var isLax: Bool
        /// The path of a file that corrects what is guessed of an OpenAPI description; nil for one
        /// beside it.
        public var overlay: String?

        /// Options; what is left out is as with `mockpostly serve`.
        public init(
            file: String? = nil,
            isLikeJSONServer: Bool = false,
            isV1: Bool = false,
            authenticates: Bool = false,
            prefix: String = "",
            envelope: String? = nil,
            keepsWrites: Bool? = nil,
            rows: Int = 3,
            isLax: Bool = false,
            overlay: String? = nil
        ) {
            (self.rows, self.isLax, self.overlay) = (rows, isLax, overlay)
            self.keepsWrites = keepsWrites
            self.envelope = envelope
            self.prefix = prefix
            (self.file, self.isLikeJSONServer) = (file, isLikeJSONServer)
            (self.isV1, self.authenticates) = (isV1, authenticates)
        }

        /// The options that are set here, which a file does not change.
        private var set: Set<String> {
            var names: Set<String> = []
            if isLikeJSONServer { names.insert("api-like") }
            if isV1 { names.insert("api-query") }
            if authenticates { names.insert("api-auth") }
            if !prefix.isEmpty { names.insert("api-prefix") }
            if envelope != nil { names.insert("api-envelope") }
            if keepsWrites != nil { names.insert("api-writes") }
            return names
        }

        /// The latest settings with the practice API, which is the same each time and takes long to
        /// make: servers of tests often want it once more.
        private static let practice = Monitor<(options: API, settings: APIDialect.API.Settings)?>(
            nil
        )

        /// The settings with the collections of the file.
        ///
        /// Throws a ``MockServer/Failure`` with file, line and column.
        var settings: APIDialect.API.Settings {
            get throws {
                guard file == APIDialect.API.practice.name else { return try read() }
                let known = Self.practice.withLock { $0?.options == self ? $0?.settings : nil }
                if let known { return known }
                let settings = try read()
                Self.practice.withLock { $0 = (self, settings) }
                return settings
            }
        }

        private func read() throws -> APIDialect.API.Settings {
            var settings = APIDialect.API.Settings()
            settings.path = file
            settings.likeness = isLikeJSONServer ? .jsonServer : .better
            settings.authenticates = authenticates
            settings.prefix = prefix
            settings.writes = keepsWrites.map { $0 ? .kept : .echoed }
            settings.envelope = envelope.flatMap { Envelope($0) }
            guard envelope == nil || settings.envelope != nil else {
                throw MockServer.Failure("an envelope is a JSON object with $rows in it")
            }
            settings.language = isV1 ? .v1 : .v0
            (settings.firstRows, settings.isLax) = (max(0, min(rows, 1000)), isLax)
            settings.overlay = overlay
            let set = set
            do throws(SeedFault) {
                try settings.readFile { set.contains($0) }
            } catch {
                throw MockServer.Failure(error.description)
            }
            return settings
        }
    }
}
