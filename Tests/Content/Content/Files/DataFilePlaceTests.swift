import Foundation
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// Which file a data file is, and whether it stays where it is.
@Suite
struct DataFilePlaceTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("blog.db")
    }

    /// The content of the file, whose commits depend on its place.
    private func open(_ path: String? = nil) throws -> (file: DataFile, domain: Domain) {
        let file = try DataFile(path ?? self.path, survivesPowerLoss: false)
        let domain = try Domain(file.connection, .frozen())
        domain.work.checkPlace = { try file.checkPlace() }
        return (file, domain)
    }

    // MARK: What is a data file

    @Test(arguments: ["x", "SQLite format 2\0", "SQLite format 3", " ", "{}\n"])
    func `a file of something else is left alone, however short`(text: String) throws {
        try directory.write(Array(text.utf8), to: "blog.db")
        #expect(throws: DataFileFault.notADatabase) { try DataFile(path, survivesPowerLoss: false) }
        #expect(try directory.read("blog.db") == Array(text.utf8))
        #expect(try directory.names() == ["blog.db"])
    }

    @Test
    func `devices, pipes and sockets are refused, and not waited for`() throws {
        #expect(mkfifo(path, 0o600) == 0)
        let link = directory.file("null.db")
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: "/dev/null"
        )
        for path in [path, link, "/dev/null", "/dev/zero"] {
            #expect(throws: DataFileFault.notAFile) {
                try DataFile(path, survivesPowerLoss: false)
            }
        }
        #expect(try directory.names() == ["blog.db", "null.db"])
    }

    @Test
    func `a file that is no lock file is not taken for one`() throws {
        let text = Array(String(repeating: "a letter to keep ", count: 10).utf8)
        try directory.write(text, to: "blog.db-lock")
        #expect(throws: DataFileFault.failed("\(path)-lock is no lock file")) {
            try DataFile(path, survivesPowerLoss: false)
        }
        #expect(try directory.read("blog.db-lock") == text)
    }

    // MARK: The lock

    @Test
    func `a hard link is the same file`() throws {
        let (file, _) = try open()
        let link = directory.file("link.db")
        try FileManager.default.linkItem(atPath: path, toPath: link)
        #expect(throws: DataFileFault.inUse(pid: getpid())) {
            try DataFile(link, survivesPowerLoss: false)
        }
        #expect(try !directory.names().contains("link.db-lock"))
        try file.connection.close()
    }

    @Test
    func `without its lock file it is locked still`() throws {
        let (file, _) = try open()
        #expect(unlink(path + "-lock") == 0)
        #expect(throws: DataFileFault.inUse(pid: getpid())) {
            try DataFile(path, survivesPowerLoss: false)
        }
        try file.connection.close()
    }

    @Test
    func `the lock file of another is not removed`() throws {
        var file: DataFile? = try DataFile(path, survivesPowerLoss: false)
        #expect(unlink(path + "-lock") == 0)
        try directory.write(Array("1\n".utf8), to: "blog.db-lock")
        withExtendedLifetime(file) {}
        file = nil
        #expect(try directory.read("blog.db-lock") == Array("1\n".utf8))
    }

    @Test
    func `files in use are told from others`() throws {
        let (file, _) = try open()
        let link = directory.file("link.db")
        try FileManager.default.linkItem(atPath: path, toPath: link)
        try directory.write([1], to: "other")
        for path in [path, link, path + "-wal", path + "-shm", path + "-lock"] {
            #expect(DataFile.isInUse(path))
            #expect(throws: ContentFault.failed("it is the data file of a running server")) {
                try ContentFile.write([1], to: path)
            }
            #expect(throws: ContentFault.failed("it is the data file of a running server")) {
                try ContentFile.remove(path)
            }
        }
        #expect(!DataFile.isInUse(directory.file("other")))
        #expect(!DataFile.isInUse(directory.file("none")))
        #expect(!DataFile.isInUse(directory.path))
        try file.connection.close()
    }

    @Test
    func `the lock is the file's, and goes with its owner`() throws {
        do {
            let (file, _) = try open()
            withExtendedLifetime(file) {}
        }
        #expect(!DataFile.isInUse(path))
        let (file, _) = try open()
        #expect(DataFile.isInUse(path))
        try file.connection.close()
    }

    // MARK: Its place

    /// What can become of a file while it is open.
    enum Fate: CaseIterable {
        case removed, allRemoved, moved, replaced, logRemoved, logReplaced
    }

    private func meet(_ fate: Fate) throws {
        let manager = FileManager.default
        switch fate {
        case .removed: try manager.removeItem(atPath: path)
        case .allRemoved:
            for name in try directory.names() {
                try manager.removeItem(atPath: directory.file(name))
            }
        case .moved: try manager.moveItem(atPath: path, toPath: directory.file("moved.db"))
        case .replaced:
            try directory.write([], to: "new.db")
            #expect(rename(directory.file("new.db"), path) == 0)
        case .logRemoved: try manager.removeItem(atPath: path + "-wal")
        case .logReplaced:
            try directory.write([], to: "new-wal")
            #expect(rename(directory.file("new-wal"), path + "-wal") == 0)
        }
    }

    @Test(arguments: Fate.allCases)
    func `nothing is written to a file that is not in its place`(fate: Fate) throws {
        let (file, domain) = try open()
        let mira = try domain.person("Mira")
        try domain.post("Before", by: mira)
        try domain.work.commit()
        try meet(fate)
        try domain.post("After", by: mira)
        let isReplaced = fate == .replaced || fate == .logReplaced
        let isLog = fate == .logRemoved || fate == .logReplaced
        let fault = DataFileMoved(path: path + (isLog ? "-wal" : ""), isReplaced: isReplaced)
        #expect(throws: fault) { try domain.work.commit() }
        #expect(file.fault == fault)
        #expect(try domain.totals().posts == 1)
        #expect(throws: fault) {
            try domain.reset(to: SeedSource.standard)
            try domain.work.commit()
        }
        let empty = try Domain.inMemory(domain.world).work.connection.image()
        #expect(throws: fault) { try domain.restore(empty) }
        #expect(try domain.totals().posts == 1)
        #expect(!domain.work.isPending)
    }

    @Test
    func `a file that was moved has all that was written, and is refused when it is back`() throws {
        let moved = directory.file("moved.db")
        do {
            let (file, domain) = try open()
            let mira = try domain.person("Mira")
            try domain.post("Before", by: mira)
            try domain.work.commit()
            try meet(.moved)
            #expect(throws: DataFileMoved.self) { try file.checkPlace() }
            try file.leavePlace()
            // Without its log, which is at its old place.
            #expect(try directory.read("blog.db-wal") == [])
            let copy = directory.file("copy.db")
            try FileManager.default.copyItem(atPath: moved, toPath: copy)
            #expect(try open(copy).domain.totals().posts == 1)
            #expect(rename(moved, path) == 0)
            #expect(throws: DataFileMoved.self) { try file.checkPlace() }
            try domain.post("After", by: mira)
            #expect(throws: DataFileMoved.self) { try domain.work.commit() }
        }
        #expect(try open().domain.totals().posts == 1)
    }

    @Test
    func `what has come to its place is not touched`() throws {
        do {
            let (file, domain) = try open()
            _ = try domain.person("Mira")
            try domain.work.commit()
            for name in ["blog.db", "blog.db-wal", "blog.db-shm"] {
                #expect(rename(directory.file(name), directory.file("old-" + name)) == 0)
                try directory.write(Array(name.utf8), to: name)
            }
            #expect(throws: DataFileMoved.self) { try file.checkPlace() }
            try file.leavePlace()
        }
        for name in ["blog.db", "blog.db-wal", "blog.db-shm"] {
            #expect(try directory.read(name) == Array(name.utf8))
        }
    }

    @Test
    func `a link that leads elsewhere is noticed`() throws {
        let link = directory.file("link.db")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "blog.db")
        let (file, _) = try open(link)
        #expect(throws: Never.self) { try file.checkPlace() }
        try manager.removeItem(atPath: link)
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "other.db")
        #expect(throws: DataFileMoved(path: link, isReplaced: false)) { try file.checkPlace() }
        try file.connection.close()
    }

    // MARK: The log

    @Test
    func `the log is put into the file and emptied`() throws {
        let (file, domain) = try open()
        let mira = try domain.person("Mira")
        try domain.post("A post", String(repeating: "long ", count: 10_000), by: mira)
        try domain.work.commit()
        let size = try directory.read("blog.db-wal").count
        #expect(size > 50_000)
        try file.emptyLog(from: size + 1)
        #expect(try directory.read("blog.db-wal").count == size)
        try file.emptyLog(from: size)
        #expect(try directory.read("blog.db-wal").isEmpty)
        try file.connection.close()
    }
}
