import Foundation
import MockPostlyTesting

/// What the directives at the top of a transcript say about the API of a file.
struct APIDirectives: Sendable {
    private var options = MockServer.API(file: Self.path("db.json"))

    /// Takes one directive; false when there is none like it.
    mutating func read(_ name: String, _ value: String) -> Bool {
        switch (name, value) {
        case ("@api", "jsonplaceholder"): options.file = value
        case ("@api-writes", "kept"): options.keepsWrites = true
        case ("@api", _) where !value.isEmpty: options.file = Self.path(value)
        case ("@api-like", "json-server"): options.isLikeJSONServer = true
        case ("@api-query", "v1"): options.isV1 = true
        case ("@api-prefix", _) where value.hasPrefix("/"): options.prefix = value
        case ("@api-envelope", _) where !value.isEmpty: options.envelope = value
        case ("@api-auth", ""): options.authenticates = true
        default: return false
        }
        return true
    }

    private static func path(_ name: String) -> String {
        TranscriptFile.folder.appending(path: "api/data/\(name)").path(percentEncoded: false)
    }

    /// The options of a server for a transcript of `system`.
    func serverOptions(_ system: TranscriptFile.System) -> MockServer.API {
        system == .api ? options : MockServer.API()
    }
}
