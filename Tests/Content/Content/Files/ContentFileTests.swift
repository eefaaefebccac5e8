import Foundation
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite("Content file")
struct ContentFileTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func content() throws -> [UInt8] {
        try Domain.inMemory(.frozen(), seed: .standard).work.connection.serialize()
    }

    private func fault(_ bytes: [UInt8]) -> ContentFault? {
        do throws(ContentFault) {
            _ = try ContentFile.image(of: bytes)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Writing

    @Test
    func `a file is written, and nothing else is left`() throws {
        try ContentFile.write([1, 2, 3], to: directory.file("a"))
        try ContentFile.write([], to: directory.file("b"))
        try ContentFile.write([4], to: directory.file("a"))
        #expect(try directory.names() == ["a", "b"])
        #expect(try directory.read("a") == [4])
        #expect(try directory.read("b") == [])
    }

    @Test
    func `a failure has the system's words and leaves what was there`() throws {
        let missing = directory.file("none/a")
        #expect(throws: ContentFault.failed("No such file or directory")) {
            try ContentFile.write([1], to: missing)
        }
        #expect(throws: ContentFault.failed("it is not a file")) {
            try ContentFile.write([1], to: directory.path)
        }
        #expect(throws: ContentFault.failed("cannot be read: No such file or directory")) {
            try ContentFile.read(missing)
        }
        #expect(try directory.names() == [])
    }

    @Test
    func `a link still leads to the file`() throws {
        try directory.write([1], to: "real")
        let link = directory.file("link")
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: directory.file("real")
        )
        try ContentFile.write([2], to: link)
        #expect(try directory.read("real") == [2])
        #expect(try directory.names() == ["link", "real"])
    }

    @Test
    func `leftovers are removed, and what is being written is not`() throws {
        let names = [".a.1f.mockpostly-part", ".b.mockpostly-part", "c.mockpostly-part", ".d"]
        for name in names { try directory.write([1], to: name) }
        let busy = open(directory.file(names[1]), O_RDONLY)
        defer { close(busy) }
        #expect(flock(busy, LOCK_EX | LOCK_NB) == 0)
        #expect(ContentFile.removeLeftovers(in: directory.path) == [names[0]])
        #expect(try directory.names() == names.dropFirst().sorted())
        #expect(ContentFile.removeLeftovers(in: directory.file("none")) == [])
    }

    @Test
    func `the rows of a file are counted, however little it is a content`() throws {
        let path = directory.file("content")
        try directory.write(content(), to: "content")
        let rows = try Connection(.file(path), access: .readOnly).rowCount()
        #expect(rows > 100 && ContentFile.rowCount(path) == rows)

        let endless = try Connection(.file(directory.file("endless")))
        try endless.script(
            """
            CREATE VIEW user AS
                WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c
            """
        )
        try endless.close()
        try directory.write([1], to: "text")
        for name in ["endless", "text"] {
            #expect(ContentFile.rowCount(directory.file(name)) == 0)
        }
        #expect(ContentFile.facts(directory.file("none")) == nil)
    }

    // MARK: Reading

    @Test
    func `a content is what it was`() throws {
        let bytes = try content()
        let image = try ContentFile.image(of: bytes)
        let domain = try Domain.fresh()
        try domain.restore(image)
        let copy = try Connection(.pages(PageImage(copying: bytes)))
        #expect(try dump(domain.work.connection) == dump(copy))
        #expect(try domain.isSeeded)
    }

    @Test(arguments: 1...12)
    func `whatever clients have done, a content is what it was`(seed: UInt64) throws {
        let busy = try Domain.inMemory(.frozen(), seed: seed % 2 == 0 ? .standard : .empty)
        var clients = BusyWorld(busy, seed: seed)
        try clients.act(times: 400)
        let bytes = try busy.work.connection.serialize()
        let image = try ContentFile.image(of: bytes)
        #expect(try dump(Connection(.pages(image))) == dump(busy.work.connection))
        #expect(try ContentFile.image(of: image.bytes).bytes == image.bytes)
    }

    @Test
    func `a content of a data file is taken too`() throws {
        let path = directory.file("data")
        do {
            let file = try DataFile(path, survivesPowerLoss: false)
            let domain = try Domain(file.connection, .frozen())
            try domain.fill(from: .standard)
        }
        let bytes = try directory.read("data")
        #expect(bytes[18] == 2)
        _ = try ContentFile.image(of: bytes)
    }

    @Test
    func `an older content is brought forward`() throws {
        let old = try Connection(.memory)
        try Migrator(Array(Migration.all.prefix(1))).migrate(old)
        try old.run("INSERT INTO status_total VALUES ('published', 0)")
        let image = try ContentFile.image(of: old.serialize())
        let connection = try Connection(.pages(image))
        #expect(try connection.userVersion() == Migration.all.count)
    }

    @Test
    func `what is no content is refused`() throws {
        #expect(fault([]) == .notADatabase)
        #expect(fault(Array("{}".utf8)) == .notADatabase)

        let foreign = try Connection(.memory)
        try foreign.script("CREATE TABLE x (y)")
        #expect(try fault(foreign.serialize()) == .foreign)
        try foreign.script("DROP TABLE x")
        #expect(try fault(foreign.serialize()) == .foreign)

        let newer = try Connection(.memory)
        try newer.restore(from: content())
        try newer.setUserVersion(99)
        #expect(try fault(newer.serialize()) == .newer(found: 99, known: Migration.all.count))
    }

    @Test
    func `an entry of the schema that is missing or different is named`() throws {
        func refusal(_ change: String) throws -> ContentFault? {
            let altered = try Connection(.memory)
            try altered.restore(from: content())
            try altered.script(change)
            return try fault(altered.serialize())
        }
        #expect(
            try refusal("CREATE TRIGGER t AFTER INSERT ON post BEGIN DELETE FROM user; END")
                == .corrupt("the trigger t is not of this program")
        )
        #expect(
            try refusal("CREATE VIEW v AS SELECT * FROM post")
                == .corrupt("the view v is not of this program")
        )
        #expect(
            try refusal("DROP INDEX post_by_slug")
                == .corrupt("the index post_by_slug is missing")
        )
        #expect(try refusal("DROP TABLE comment") == .corrupt("the table comment is missing"))
        #expect(
            try refusal("ALTER TABLE comment DROP COLUMN author_picture")
                == .corrupt("the column comment.author_picture is missing")
        )
        #expect(
            try refusal("ALTER TABLE post ADD COLUMN extra TEXT")
                == .corrupt("the table post is not as this program makes it")
        )
        #expect(
            try refusal("DROP TABLE comment; CREATE VIEW comment AS SELECT 1")
                == .corrupt("the table comment is missing")
        )
        #expect(try refusal("ANALYZE") == nil)
    }

    @Test(arguments: ["user", "post_published", "sqlite_x"])
    func `a trigger does not hide behind a name`(name: String) throws {
        let altered = try Connection(.memory)
        try altered.restore(from: content())
        let placeholder = String(repeating: "Z", count: name.utf8.count)
        try altered.script(
            """
            CREATE TRIGGER \(placeholder) AFTER UPDATE OF views ON post BEGIN
                UPDATE post SET title = 'rewritten' WHERE id = NEW.id;
            END
            """
        )
        // SQLite gives no name of its own to anybody.
        let bytes = try altered.serialize().replacing(placeholder.utf8, with: name.utf8)
        #expect(fault(bytes) == .corrupt("the trigger \(name) is not of this program"))
    }

    @Test
    func `a damaged content is refused or whole`() throws {
        let bytes = try content()
        for length in [17, 100, 512, 4_096, bytes.count / 2, bytes.count - 1] {
            let fault = fault(Array(bytes.prefix(length)))
            #expect(fault != nil, "\(length) bytes")
        }
        var random = RandomSource(seed: 3)
        for _ in 0..<60 {
            var damaged = bytes
            let start = random.below(bytes.count - 600)
            for index in start..<(start + 600) { damaged[index] = UInt8(random.below(256)) }
            // Whatever it is, it must not bring the process down.
            _ = fault(damaged)
        }
    }
}
