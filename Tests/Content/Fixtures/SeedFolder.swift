import Foundation

@testable import MockPostlyContent
@testable import MockPostlySeeds

/// A directory for seed files that is gone when the test is.
final class SeedFolder {
    let path: String

    init(_ files: [String: String] = [:]) throws {
        let name = "mockpostly-seed-\(UUID().uuidString)"
        path = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        for (name, text) in files { try write(text, to: name) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var source: SeedSource { .paths([path]) }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: path).appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    func text(of name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }

    /// Faults without the directory before the name of the file.
    func faults(limit: Int = 20) -> [String] {
        SeedSummary.check(source, limit: limit).faults.map {
            $0.description.replacingOccurrences(of: path + "/", with: "")
        }
    }
}
