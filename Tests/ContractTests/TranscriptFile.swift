import Foundation
import MockPostlyTesting
import Testing

/// A transcript by its path under `Tests/Contracts`, whose first word names the system.
struct TranscriptFile: Sendable, Hashable, CustomTestStringConvertible {
    /// A folder of transcripts.
    enum System: String, CaseIterable {
        case postly, dummyjson, community, pexels, wreely, realworld, google, api

        /// What a server for its transcripts stands in for.
        ///
        /// None for the API of a file, which is served alone.
        var dialect: MockServer.Dialect? {
            switch self {
            case .api: nil
            // Google's accounts are there whatever is served; Postly relies on them.
            case .postly, .google: .postly
            case .dummyjson: .dummyJSON
            case .community: .community
            case .pexels: .pexels
            case .wreely: .wreely
            case .realworld: .realWorld
            }
        }
    }

    var path: String

    var testDescription: String { path }

    /// Nil for a folder that is none of them.
    var system: System? { System(rawValue: String(path.prefix { $0 != "/" })) }

    /// The top of the repository.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let folder = root.appending(path: "Tests/Contracts")

    /// Every transcript there is, in the order of the paths.
    static let all: [TranscriptFile] = {
        let paths = FileManager.default.enumerator(atPath: folder.path(percentEncoded: false))
        return (paths?.compactMap { $0 as? String } ?? [])
            .filter { $0.hasSuffix(".http") }
            .sorted()
            .map { TranscriptFile(path: $0) }
    }()

    /// What a server of its system begins with.
    func seed(_ seed: Transcript.Seed) -> MockServer.Seed {
        switch seed {
        case .empty: return .empty
        case .standard: return .standard
        case .small:
            let folder = String(path.prefix { $0 != "/" })
            let file = Self.folder.appending(path: "\(folder)/seed.json")
            return .files([file.path(percentEncoded: false)])
        }
    }

    func read() throws -> Transcript {
        try Transcript(Array(Data(contentsOf: Self.folder.appending(path: path))))
    }
}
