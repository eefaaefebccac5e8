import Foundation
import MockPostlyTesting

/// What the directives at the top of a transcript say about the DummyJSON API.
struct DummyJSONDirectives: Sendable {
    /// Where the records come from; nil for those beside the transcripts.
    private var records: MockServer.DummyJSON.Records?
    // Links as the original's keep the transcripts short.
    private var options = MockServer.DummyJSON(linksUpstream: true)

    /// Takes one directive; false when there is none like it.
    mutating func read(_ name: String, _ value: String) -> Bool {
        switch (name, value) {
        case ("@dummyjson-data", "standard"): records = .standard
        case ("@dummyjson-data", "empty"): records = .empty
        case ("@dummyjson-data", "fixture"): records = nil
        case ("@dummyjson-writes", "keep"): options.keepsWrites = true
        case ("@dummyjson-links", "upstream"): options.linksUpstream = true
        case ("@dummyjson-links", "local"): options.linksUpstream = false
        case ("@dummyjson-era", "legacy"): options.isLegacy = true
        case ("@dummyjson-rate-limit", ""): options.limitsRate = true
        case ("@insecure-cookies", ""): options.usesSecureCookies = false
        default: return false
        }
        return true
    }

    /// Whether the server is as `openapi.yaml` describes it: of this era, and without a rate limit.
    var isAsDescribed: Bool { !options.isLegacy && !options.limitsRate }

    /// The options of a server for the transcript.
    var serverOptions: MockServer.DummyJSON {
        var options = options
        let folder = TranscriptFile.folder.appending(path: "dummyjson/data")
        options.records = records ?? .directory(folder.path(percentEncoded: false))
        return options
    }
}
