import Foundation
import MockPostlyTesting

/// What the directives at the top of a transcript say about the DummyJSON API.
struct DummyJSONDirectives: Sendable {
    /// Whether the records are those that ship with mockpostly, not those beside the transcripts.
    private var usesStandardRecords = false
    // Links as the original's keep the transcripts short.
    private var options = MockServer.DummyJSON(linksUpstream: true)

    /// Takes one directive; false when there is none like it.
    mutating func read(_ name: String, _ value: String) -> Bool {
        switch (name, value) {
        case ("@dummyjson-data", "standard"): usesStandardRecords = true
        case ("@dummyjson-data", "fixture"): usesStandardRecords = false
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

    /// The options of a server for the transcript.
    var serverOptions: MockServer.DummyJSON {
        var options = options
        let folder = TranscriptFile.folder.appending(path: "dummyjson/data")
        options.records =
            usesStandardRecords ? .standard : .directory(folder.path(percentEncoded: false))
        return options
    }
}
