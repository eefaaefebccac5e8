import Foundation

/// A file that is removed when it is no longer used.
final class TemporaryFile {
    let path: String

    init(_ text: String) throws {
        let name = "mockpostly-cli-\(UUID().uuidString).json"
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
