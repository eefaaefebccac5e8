import Foundation

/// A directory of its own, gone with the value.
package final class ScratchDirectory: Sendable {
    package let path: String

    package init() throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("mockpostly-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        // What is left behind is in the system's temporary directory.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` in it, which need not be there.
    package func file(_ name: String) -> String { path + "/" + name }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }

    package func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    package func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// The file called `name`, as UTF-8.
    package func text(of name: String) throws -> String {
        String(decoding: try read(name), as: UTF8.self)
    }

    /// What is in it, in the order of the names.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }

    /// In bytes.
    package func size(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file(name))[.size] as? Int
    }

    /// Such as 0o644.
    package func permissions(of name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
        return attributes[.posixPermissions] as? Int
    }
}
