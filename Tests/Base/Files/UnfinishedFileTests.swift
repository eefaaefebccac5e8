import Foundation
import MockPostlyTestKit
import Testing

@testable import MockPostlyFiles

@Suite struct UnfinishedFileTests {
    private let folder: ScratchDirectory

    init() throws { folder = try ScratchDirectory() }

    @Test func `a link in the place of its name is not followed`() throws {
        try FileSystem.write([1], to: folder.file("victim"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(".a.1.mockpostly-part"),
            withDestinationPath: "victim"
        )
        var numbers: [UInt64] = [2, 1]
        let file = try UnfinishedFile(beside: folder.file("a"), permissions: 0o600) {
            numbers.removeLast()
        }
        try file.write([9])
        #expect(try folder.names() == [".a.1.mockpostly-part", ".a.2.mockpostly-part", "victim"])
        try file.move(to: folder.file("a"))
        #expect(try FileSystem.contents(of: folder.file("a")) == [9])
        #expect(try FileSystem.contents(of: folder.file("victim")) == [1])
    }

    @Test func `a file that is not moved to its place is removed`() throws {
        do {
            let file = try UnfinishedFile(beside: folder.file("a"))
            try file.write([1])
            #expect(try folder.names().count == 1)
            #expect(UnfinishedFile.isName(try #require(try folder.names().first)))
            withExtendedLifetime(file) {}
        }
        #expect(try folder.names() == [])
    }

    @Test func `names are not the same twice`() throws {
        let one = try UnfinishedFile(beside: folder.file("a"))
        let two = try UnfinishedFile(beside: folder.file("a"))
        #expect(try folder.names().count == 2)
        withExtendedLifetime((one, two)) {}
    }

    @Test func `what killed writers left is removed, and what is being written is not`() throws {
        let names = [".a.1f.mockpostly-part", ".d", "c.mockpostly-part"]
        for name in names { try FileSystem.write([1], to: folder.file(name)) }
        let busy = try UnfinishedFile(beside: folder.file("busy"))
        #expect(UnfinishedFile.removeAbandoned(in: folder.path) == [names[0]])
        #expect(try folder.names().count == 3)
        #expect(UnfinishedFile.removeAbandoned(in: folder.file("none")) == [])
        withExtendedLifetime(busy) {}
    }
}
