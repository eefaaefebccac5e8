import Foundation
import MockPostlyFiles
import MockPostlyTestKit
import Testing

@testable import MockPostlyCLI

@Suite struct WholeFileTests {
    private let directory: ScratchDirectory
    private var path: String { directory.path + "/file.json" }

    init() throws { directory = try ScratchDirectory() }

    private func text(_ path: String) throws -> String {
        String(decoding: try contents(ofFile: path), as: UTF8.self)
    }

    @Test func `a file is made and replaced, and nothing else is left`() throws {
        try WholeFile.write(Array("one".utf8), to: path)
        #expect(try text(path) == "one")
        try WholeFile.write(Array("two".utf8), to: path)
        #expect(try text(path) == "two")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 1)
    }

    @Test func `a link stays a link, and permissions stay`() throws {
        try WholeFile.write(Array("one".utf8), to: path)
        let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        try FileManager.default.setAttributes(mode, ofItemAtPath: path)
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try WholeFile.write(Array("two".utf8), to: link)
        #expect(try text(path) == "two")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a device is written to as it is`() throws {
        try WholeFile.write(Array("one".utf8), to: "/dev/null")
        #expect(FileKind(of: "/dev/null") == .other)
    }

    @Test func `a directory that is not there is told`() {
        #expect(throws: FileProblem(words: "no such file or directory")) {
            try WholeFile.write([], to: "/nowhere/file")
        }
    }
}
