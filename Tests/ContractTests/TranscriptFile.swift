import Foundation
import MockPostlyTesting
import Testing

/// A transcript by its path under `Tests/Contracts`, whose first word names the dialect.
struct TranscriptFile: Sendable, Hashable, CustomTestStringConvertible {
    var path: String

    var testDescription: String { path }

    var dialect: MockServer.Dialect {
        switch path.prefix(while: { $0 != "/" }) {
        case "dummyjson": .dummyJSON
        case "community": .community
        case "pexels": .pexels
        default: .postly
        }
    }

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

    func read() throws -> Transcript {
        try Transcript(Array(Data(contentsOf: Self.folder.appending(path: path))))
    }
}
