import Foundation
import Testing

/// One conversation of a file under `Conversations`; `README.txt` there says how they are written.
struct Conversation: Sendable, CustomTestStringConvertible {
    var file: String
    var title: String
    var version: String
    var lines: [String] = []

    var testDescription: String { "\(file), \(version): \(title)" }

    /// All conversations there are, in the order of the files.
    static let all: [Conversation] = {
        let names = try? FileManager.default.contentsOfDirectory(
            atPath: folder.path(percentEncoded: false)
        )
        return (names ?? []).filter { $0.hasSuffix(".txt") && $0 != "README.txt" }.sorted()
            .flatMap(read)
    }()

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "Conversations")

    private static func read(_ name: String) -> [Conversation] {
        guard let text = try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
        else { return [] }
        var conversations: [Conversation] = []
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("=== ") {
                let heading = line.dropFirst(4).split(separator: ": ", maxSplits: 1)
                conversations.append(
                    Conversation(
                        file: name,
                        title: heading.count > 1 ? String(heading[1]) : "",
                        version: String(heading.first ?? "")
                    )
                )
            } else if !conversations.isEmpty {
                conversations[conversations.count - 1].lines.append(line)
            }
        }
        return conversations
    }
}
