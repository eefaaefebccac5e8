import Foundation
import MockPostlyTestKit
import Testing

@testable import MockPostlyFiles

@Suite struct FileSystemTests {
    private let folder: ScratchDirectory

    init() throws { folder = try ScratchDirectory() }

    @Test func `names are in the order of their bytes`() throws {
        for name in ["b", "Z", ".a", "ü"] { try FileSystem.write([], to: folder.file(name)) }
        #expect(try FileSystem.names(in: folder.path) == [".a", "Z", "b", "ü"])
        let missing = FileFailure(path: folder.file("none"), code: ENOENT)
        #expect(throws: missing) { try FileSystem.names(in: missing.path) }
    }

    @Test func `folders are made with those above them`() throws {
        try FileSystem.makeFolders(folder.file("a/b/c/"))
        try FileSystem.makeFolders(folder.file("a/b/c"))
        #expect(FileKind(of: folder.file("a/b/c")) == .directory)
        try FileSystem.write([], to: folder.file("file"))
        let fault = FileFailure(path: folder.file("file/d"), code: ENOTDIR)
        #expect(throws: fault) { try FileSystem.makeFolders(folder.file("file/d/e")) }
        try FileSystem.makeFolder(folder.file("own"), permissions: 0o700)
        #expect(try folder.permissions(of: "own") == 0o700)
    }

    @Test func `a file is removed, and one that is not there is no failure`() throws {
        try FileSystem.write([], to: folder.file("a"))
        try FileSystem.remove(folder.file("a"))
        try FileSystem.remove(folder.file("a"))
        #expect(try folder.names() == [])
        #expect(throws: FileFailure.self) { try FileSystem.remove(folder.path) }
    }

    @Test(arguments: [0, 1, 4_095, 4_096, 4_097, 200_000])
    func `a file is read whole, however long it is`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try FileSystem.write(bytes, to: folder.file("a"))
        #expect(try FileSystem.contents(of: folder.file("a")) == bytes)
    }

    @Test func `a file that cannot be read is told`() {
        let missing = FileFailure(path: folder.file("none"), code: ENOENT)
        #expect(throws: missing) { try FileSystem.contents(of: missing.path) }
        let directory = FileFailure(path: folder.path, .directory)
        #expect(throws: directory) { try FileSystem.contents(of: directory.path) }
    }

    #if os(Linux)
        @Test func `a file of the system that has no length is read whole`() throws {
            #expect(try !FileSystem.contents(of: "/proc/self/stat").isEmpty)
        }
    #endif

    @Test(arguments: [("a/b", "a"), ("/b", "/"), ("b", "."), ("/a/b/c.json", "/a/b")])
    func `a path has a folder`(path: String, expected: String) {
        #expect(FileSystem.folder(of: path) == expected)
    }

    @Test func `a path is found behind its links`() throws {
        try FileSystem.write([], to: folder.file("real"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link"),
            withDestinationPath: "real"
        )
        let real = FileSystem.realPath(folder.file("real"))
        #expect(real != nil && FileSystem.realPath(folder.file("link")) == real)
        #expect(FileSystem.realPath(folder.file("none")) == nil)
    }
}
