import Foundation
import MockPostlyTestKit
import Testing

@testable import MockPostlyFiles

/// Which files are opened when something outside of the program names them.
@Suite struct FileRuleTests {
    private let folder: ScratchDirectory

    init() throws { folder = try ScratchDirectory() }

    private func refusal(
        _ path: String,
        _ rule: FileRule = .usual
    ) -> FileFailure.Refusal? {
        do throws(FileFailure) {
            _ = try FileSystem.contents(of: path, rule)
            return nil
        } catch {
            return error.refusal
        }
    }

    private func makeLink(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.file(name),
            withDestinationPath: target
        )
    }

    @Test(.timeLimit(.minutes(15)))
    func `a pipe without a writer, a device and a folder are not opened`() throws {
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(refusal(folder.file("pipe")) == .notAFile)
        #expect(refusal("/dev/zero") == .notAFile)
        #expect(refusal("/dev/zero", .small) == .notAFile)
        #expect(refusal(folder.path) == .directory)
    }

    @Test func `a file larger than the limit is not read, however little it holds`() throws {
        try folder.write([1, 2, 3], to: "file")
        #expect(refusal(folder.file("file"), FileRule(limit: 2)) == .tooLarge(limit: 2))
        #expect(try FileSystem.contents(of: folder.file("file"), FileRule(limit: 3)) == [1, 2, 3])
        #expect(truncate(folder.file("file"), 2 << 30) == 0)
        #expect(refusal(folder.file("file")) == .tooLarge(limit: FileRule.usualLimit))
    }

    @Test func `links lead to what is below the folder only`() throws {
        try FileSystem.makeFolders(folder.file("seeds/deep"))
        try folder.write([1], to: "seeds/deep/a.json")
        try folder.write([2], to: "outside.json")
        try makeLink("seeds/in.json", to: "deep/a.json")
        try makeLink("seeds/out.json", to: "../outside.json")
        try makeLink("seeds-too", to: "seeds")
        let rule = FileRule(below: folder.file("seeds"))
        #expect(try FileSystem.contents(of: folder.file("seeds/in.json"), rule) == [1])
        #expect(try FileSystem.contents(of: folder.file("seeds-too/in.json"), rule) == [1])
        for name in ["seeds/out.json", "outside.json"] {
            #expect(refusal(folder.file(name), rule) == .outside(folder: folder.file("seeds")))
        }
    }

    @Test func `a pipe is read where it may be`() throws {
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        // Open for both, so that neither side waits for the other.
        let descriptor = open(folder.file("pipe"), O_RDWR)
        #expect(write(descriptor, "token", 5) == 5)
        let path = folder.file("pipe")
        Thread.detachNewThread {
            // The reader gets its end once nobody can write any more.
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            while poll(&waiting, 1, 0) == 1 { sched_yield() }
            close(descriptor)
        }
        #expect(try FileSystem.contents(of: path, .small) == Array("token".utf8))
    }

    @Test func `a locked file and what is beside it are not opened by any name`() throws {
        for name in ["x.db", "x.db-shm", "x.db-wal"] { try folder.write([1], to: name) }
        let identity = try #require(FileIdentity(folder.file("x.db")))
        LockedFiles.add(identity, at: folder.file("x.db"))
        defer { LockedFiles.remove(identity) }
        #expect(link(folder.file("x.db"), folder.file("hard")) == 0)
        #expect(link(folder.file("x.db-shm"), folder.file("hard-shm")) == 0)
        try makeLink("soft", to: "x.db-wal")
        // A file that SQLite makes later.
        try folder.write([1], to: "x.db-journal")
        for name in try folder.names() { #expect(refusal(folder.file(name)) == .inUse, "\(name)") }
        LockedFiles.remove(identity)
        for name in try folder.names() { #expect(refusal(folder.file(name)) == nil, "\(name)") }
    }
}
