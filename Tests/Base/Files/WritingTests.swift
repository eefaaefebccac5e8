import Foundation
import MockPostlyTestKit
import Testing

@testable import MockPostlyFiles

@Suite struct WritingTests {
    private let folder: ScratchDirectory

    init() throws { folder = try ScratchDirectory() }

    @Test(arguments: [true, false])
    func `a file is made and replaced, and nothing else is left`(isSynchronized: Bool) throws {
        let path = folder.file("a")
        for bytes in [[1, 2, 3], [4], []] as [[UInt8]] {
            try FileSystem.write(bytes, to: path, isSynchronized: isSynchronized)
            #expect(try FileSystem.contents(of: path) == bytes)
        }
        #expect(try folder.names() == ["a"])
    }

    @Test func `a new file has the permissions that are asked for, an old one keeps its own`()
        throws
    {
        let path = folder.file("a")
        try FileSystem.write([1], to: path, permissions: 0o600)
        #expect(try folder.permissions(of: "a") == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try FileSystem.write([2], to: path)
        #expect(try folder.permissions(of: "a") == 0o640)
    }

    @Test func `a link stays a link`() throws {
        let link = folder.file("link")
        try FileSystem.write([1], to: folder.file("real"))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real")
        try FileSystem.write([2], to: link)
        #expect(try FileSystem.contents(of: folder.file("real")) == [2])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real")
        #expect(try folder.names() == ["link", "real"])
    }

    @Test func `a long name of long characters is written as well`() throws {
        let path = folder.file(String(repeating: "👩‍👩‍👧‍👦", count: 10))
        try FileSystem.write([1], to: path)
        #expect(try FileSystem.contents(of: path) == [1])
    }

    @Test func `a folder that is not there, and one that cannot be written to, are told`() {
        let missing = FileFailure(path: folder.file("none/a"), code: ENOENT)
        #expect(throws: missing) { try FileSystem.write([1], to: missing.path) }
        #expect(missing.words == "No such file or directory")
        #if os(Linux)
            // Not even the superuser makes a file there.
            #expect(throws: FileFailure.self) { try FileSystem.write([1], to: "/proc/self/a") }
        #endif
    }

    @Test func `after a failure what was there stays, and nothing else does`() throws {
        try FileSystem.makeFolder(folder.file("full"))
        try FileSystem.write([1], to: folder.file("full/a"))
        // A folder is not replaced by a file.
        #expect(throws: FileFailure.self) { try FileSystem.write([2], to: folder.file("full")) }
        #expect(try folder.names() == ["full"])
        #expect(try FileSystem.contents(of: folder.file("full/a")) == [1])
    }

    @Test func `a device is written into`() throws {
        try FileSystem.write([1], into: "/dev/null")
        #if os(Linux)
            let full = FileFailure(path: "/dev/full", code: ENOSPC)
            #expect(throws: full) { try FileSystem.write([1], into: full.path) }
        #endif
    }

    @Test(.timeLimit(.minutes(15)))
    func `a pipe is written into whole`() async throws {
        let path = folder.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(FileKind(of: path) == .other)
        let bytes = [UInt8](repeating: 7, count: 300_000)
        async let writing: Void = FileSystem.write(bytes, into: path)
        #expect(try FileSystem.contents(of: path, .usualOrPipe) == bytes)
        try await writing
    }
}
