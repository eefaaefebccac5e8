import Foundation
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite
struct DataFileTests {
    /// How many migrations this program knows, and a later one one more.
    private static let known = Migration.all.count
    private static let motto = Migration(
        name: "9999-motto",
        sql: "ALTER TABLE user ADD COLUMN motto TEXT NOT NULL DEFAULT ''"
    )
    private static let later = Migration.all + [motto]

    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("blog.db")
    }

    /// A data file with a person called `name` in it, closed again.
    private func make(_ name: String = "Mira", _ migrations: [Migration] = Migration.all) throws {
        let file = try DataFile(path, survivesPowerLoss: false, migrations: migrations)
        try file.connection.run(
            "INSERT INTO user (user_id, email, name, created_at) VALUES ('1', ?1, ?1, 0)",
            [.text(name)]
        )
        try file.connection.close()
    }

    private func names(_ connection: Connection) throws -> [String] {
        try connection.all("SELECT name FROM user ORDER BY id") { $0.text(0) }
    }

    /// Opens the file, which must be refused as `fault` and not be touched.
    private func refuse(
        _ fault: DataFileFault,
        migrations: [Migration] = Migration.all,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try contents()
        #expect(throws: fault, sourceLocation: sourceLocation) {
            try DataFile(path, survivesPowerLoss: false, migrations: migrations)
        }
        #expect(try contents() == before, sourceLocation: sourceLocation)
    }

    /// Every file of the directory, with its bytes.
    private func contents() throws -> [String: [UInt8]] {
        var contents: [String: [UInt8]] = [:]
        for name in try directory.names() {
            contents[name] = (try? directory.read(name)) ?? []
        }
        return contents
    }

    // MARK: Opening

    @Test
    func `what was written is there again, and nothing else is left in the directory`() throws {
        try make()
        #expect(try directory.names() == ["blog.db"])
        let file = try DataFile(path, survivesPowerLoss: false)
        #expect(file.path == path)
        #expect(try names(file.connection) == ["Mira"])
    }

    @Test(arguments: [(false, Int64(1)), (true, 2)])
    func `the log is written ahead, and synchronously as asked`(
        survivesPowerLoss: Bool,
        synchronous: Int64
    ) throws {
        let file = try DataFile(path, survivesPowerLoss: survivesPowerLoss)
        let mode = try file.connection.first("PRAGMA journal_mode") { $0.text(0) }
        #expect(mode == "wal")
        #expect(try file.connection.first("PRAGMA synchronous") { $0.int(0) } == synchronous)
    }

    @Test
    func `an empty file becomes a data file`() throws {
        try directory.write([], to: "blog.db")
        try make()
        #expect(try directory.names() == ["blog.db"])
    }

    @Test
    func `a name with everything in it is a name`() throws {
        for name in ["file:x?mode=memory", "a b#%20", "é.db", "-x"] {
            let file = try DataFile(directory.file(name), survivesPowerLoss: false)
            try file.connection.close()
        }
        #expect(try directory.names().count == 4)
    }

    // MARK: The lock

    @Test
    func `a second opening is refused and names the first one's process`() throws {
        let file = try DataFile(path, survivesPowerLoss: false)
        let text = String(decoding: try directory.read("blog.db-lock"), as: UTF8.self)
        #expect(text == "\(getpid())\n")
        for _ in 0..<2 {
            #expect(throws: DataFileFault.inUse(pid: getpid())) {
                try DataFile(path, survivesPowerLoss: false)
            }
        }
        // The refusals have not taken the lock away.
        #expect(try directory.names().contains("blog.db-lock"))
        try file.connection.close()
    }

    @Test
    func `a file has one lock, whatever link leads to it`() throws {
        try make()
        let manager = FileManager.default
        let link = directory.file("link.db")
        try manager.createSymbolicLink(atPath: link, withDestinationPath: "blog.db")
        try manager.createSymbolicLink(atPath: directory.file("up"), withDestinationPath: ".")
        let file = try DataFile(link, survivesPowerLoss: false)
        #expect(file.path == link)
        for other in [path, link, directory.file("./blog.db"), directory.file("up/blog.db")] {
            #expect(throws: DataFileFault.inUse(pid: getpid())) {
                try DataFile(other, survivesPowerLoss: false)
            }
        }
        try file.connection.close()
    }

    @Test
    func `the lock goes with its owner`() throws {
        var file: DataFile? = try DataFile(path, survivesPowerLoss: false)
        #expect(try directory.names().contains("blog.db-lock"))
        withExtendedLifetime(file) {}
        file = nil
        #expect(try !directory.names().contains("blog.db-lock"))
    }

    @Test
    func `a lock file that nobody holds is no obstacle`() throws {
        try directory.write(Array("999999999\nand more\n".utf8), to: "blog.db-lock")
        let file = try DataFile(path, survivesPowerLoss: false)
        let text = String(decoding: try directory.read("blog.db-lock"), as: UTF8.self)
        #expect(text == "\(getpid())\n")
        try file.connection.close()
    }

    @Test(.timeLimit(.minutes(15)))
    func `a process that is killed keeps no lock and loses nothing`() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let file = try DataFile(path, survivesPowerLoss: false)
            let domain = try Domain(file.connection, .frozen())
            let mira = try domain.person("Mira")
            try domain.post("Written", by: mira)
            try domain.work.commit()
            try domain.post("Not told to anybody", by: mira)
            kill(getpid(), SIGKILL)
        }
        #expect(try directory.names().contains("blog.db-lock"))
        let file = try DataFile(path, survivesPowerLoss: false)
        let domain = try Domain(file.connection, .frozen())
        #expect(try domain.posts.seen(domain.posts.key(ofSlug: "written")).author.name == "Mira")
        #expect(try domain.totals() == (1, 1, 0))
        #expect(try file.connection.integrityCheck() == nil)
    }

    // MARK: Refusals

    @Test
    func `a file of a newer version is left alone`() throws {
        try make("Mira", Self.later)
        try refuse(.newer(found: Self.known + 1, known: Self.known))
    }

    @Test(.timeLimit(.minutes(15)))
    func `a file of a newer version whose server was killed is left alone`() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let later =
                Migration.all + [
                    Migration(name: "9999-motto", sql: "ALTER TABLE user ADD COLUMN motto TEXT")
                ]
            let file = try DataFile(path, survivesPowerLoss: false, migrations: later)
            try file.connection.script("CREATE TABLE more (x)")
            kill(getpid(), SIGKILL)
            withExtendedLifetime(file) {}
        }
        let before = try contents()
        #expect(before["blog.db-wal"]?.isEmpty == false)
        #expect(throws: DataFileFault.newer(found: Self.known + 1, known: Self.known)) {
            try DataFile(path, survivesPowerLoss: false)
        }
        let after = try contents()
        #expect(after["blog.db"] == before["blog.db"])
        #expect(after["blog.db-wal"] == before["blog.db-wal"])
    }

    @Test
    func `something else than a database is left alone`() throws {
        try directory.write(Array(repeating: UInt8(ascii: "x"), count: 5000), to: "blog.db")
        try refuse(.notADatabase)
        try directory.write(Array("short".utf8), to: "blog.db")
        try refuse(.notADatabase)
    }

    @Test
    func `a database of another program is left alone`() throws {
        let connection = try Connection(.file(path))
        try connection.script("CREATE TABLE t (x); INSERT INTO t VALUES (1)")
        try connection.close()
        try refuse(.foreign)
    }

    @Test
    func `a damaged file is left alone, and what is wrong is said`() throws {
        try make(String(repeating: "x", count: 300_000))
        var bytes = try directory.read("blog.db")
        // Behind the header and the schema: the page numbers of the long name's chain.
        for page in stride(from: 4096 * 40, to: bytes.count, by: 4096) {
            bytes.replaceSubrange(page..<(page + 4), with: [0, 0, 0, 1])
        }
        try directory.write(bytes, to: "blog.db")
        try refuseAsCorrupt()
    }

    @Test
    func `a truncated file is left alone`() throws {
        try make()
        let bytes = try directory.read("blog.db")
        try directory.write(Array(bytes.prefix(bytes.count / 2)), to: "blog.db")
        try refuseAsCorrupt()
    }

    private func refuseAsCorrupt(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let before = try contents()
        let fault = #expect(throws: DataFileFault.self, sourceLocation: sourceLocation) {
            try DataFile(path, survivesPowerLoss: false)
        }
        if case .corrupt(let words) = fault {
            #expect(!words.isEmpty, sourceLocation: sourceLocation)
        } else {
            Issue.record("\(String(describing: fault))", sourceLocation: sourceLocation)
        }
        #expect(try contents() == before, sourceLocation: sourceLocation)
    }

    @Test
    func `a directory, and one that is missing, are told apart`() throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: false
        )
        try refuse(.isADirectory)
        #expect(throws: DataFileFault.directoryMissing) {
            try DataFile(directory.file("no/such/blog.db"), survivesPowerLoss: false)
        }
        #expect(throws: DataFileFault.directoryMissing) {
            try DataFile(directory.file("blog.db/x/y"), survivesPowerLoss: false)
        }
        #expect(try directory.names() == ["blog.db"])
    }

    /// Root may write to everything.
    @Test(.enabled(if: geteuid() != 0))
    func `a file that may not be written to is left alone`() throws {
        try make()
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        try refuse(.readOnly)
        try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: directory.path)
        defer {
            try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory.path)
        }
        #expect(throws: DataFileFault.readOnly) {
            try DataFile(directory.file("new.db"), survivesPowerLoss: false)
        }
        try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try refuse(.readOnly)
    }

    // MARK: Older versions

    @Test
    func `an older version is migrated, and a copy of it kept`() throws {
        try make()
        let file = try DataFile(path, survivesPowerLoss: false, migrations: Self.later)
        #expect(try file.connection.userVersion() == Self.known + 1)
        #expect(try file.connection.first("SELECT motto FROM user") { $0.text(0) } == "")
        try file.connection.close()
        let copy = try Connection(.file(path + ".v\(Self.known)"), access: .readOnly)
        #expect(try copy.userVersion() == Self.known)
        #expect(try copy.applicationID() == Migrator.applicationID)
        #expect(try names(copy) == ["Mira"])
        #expect(try copy.integrityCheck() == nil)
    }

    @Test
    func `an older copy makes room for the new one`() throws {
        try make()
        try directory.write(Array("an older copy".utf8), to: "blog.db.v\(Self.known)")
        let file = try DataFile(path, survivesPowerLoss: false, migrations: Self.later)
        try file.connection.close()
        #expect(try names(Connection(.file(path + ".v\(Self.known)"))) == ["Mira"])
    }

    @Test
    func `a current file is not copied`() throws {
        try make()
        try DataFile(path, survivesPowerLoss: false).connection.close()
        #expect(try directory.names() == ["blog.db"])
    }

    @Test
    func `a migration that fails leaves the content as it was`() throws {
        try make()
        let broken =
            Migration.all + [
                Migration(name: "9999-broken", sql: "DELETE FROM user; CREATE TABLE user (x)")
            ]
        let fault = #expect(throws: DataFileFault.self) {
            try DataFile(path, survivesPowerLoss: false, migrations: broken)
        }
        guard case .failed = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        let file = try DataFile(path, survivesPowerLoss: false)
        #expect(try file.connection.userVersion() == Self.known)
        #expect(try names(file.connection) == ["Mira"])
    }
}
