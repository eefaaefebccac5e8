import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// A data file that is only read.
@Suite
struct DataFileReadingTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("blog.db")
    }

    private func read(_ path: String) throws -> Domain {
        try Domain(readingDataFile: path, .frozen(), .standard, documents: DocumentOrigin(.empty))
    }

    private func has(_ email: String, _ path: String) throws -> Bool {
        try read(path).users.credentials(email: email) != nil
    }

    @Test
    func `a person is looked up in a file that a server has open`() throws {
        let file = try DataFile(path, survivesPowerLoss: false)
        let domain = try Domain(file.connection, .frozen())
        let mira = try domain.person("Mira")
        try domain.work.commit()
        #expect(try has(mira.email, path))
        #expect(try !has("mira", path))
        // The log of the server is still its own.
        _ = try domain.person("Theo")
        try domain.work.commit()
        try file.connection.close()
        #expect(try has(mira.email, path))
        #expect(try directory.names().sorted() == ["blog.db", "blog.db-lock"])
    }

    @Test
    func `nothing can be written to it`() throws {
        try DataFile(path, survivesPowerLoss: false).connection.close()
        let domain = try read(path)
        #expect(throws: (any Error).self) { _ = try domain.person("Mira") }
        #expect(try !has("mira@example.com", path))
    }

    @Test
    func `reading makes no file, and none of something else`() throws {
        #expect(throws: SQLiteError.self) { try read(directory.file("none")) }
        try directory.write(Array("not a database at all".utf8), to: "text")
        #expect(throws: SQLiteError.self) { try read(directory.file("text")) }
        try directory.write([], to: "nothing")
        #expect(throws: DataFileFault.notADatabase) { try read(directory.file("nothing")) }
        #expect(try directory.names().sorted() == ["nothing", "text"])
    }

    @Test
    func `a file of an earlier release is read as one of today`() throws {
        let earlier = Array(Migration.all.prefix(1))
        let file = try DataFile(path, survivesPowerLoss: false, migrations: earlier)
        try file.connection.run(
            "INSERT INTO user (user_id, email, name, created_at) VALUES ('1', 'a@b', 'A', 0)"
        )
        try file.connection.close()
        let domain = try read(path)
        #expect(try domain.users.credentials(email: "a@b") != nil)
        #expect(try domain.work.connection.userVersion() == Migration.all.count)
        #expect(try Connection(.file(path), access: .readOnly).userVersion() == 1)
    }

    @Test
    func `a file of a later release and of another program are refused`() throws {
        let known = Migration.all.count
        let later = Migration(name: "9999-later", sql: "CREATE TABLE later (id INTEGER)")
        try DataFile(path, survivesPowerLoss: false, migrations: Migration.all + [later])
            .connection.close()
        #expect(throws: DataFileFault.newer(found: known + 1, known: known)) { try read(path) }
        let other = directory.file("other.db")
        try Connection(.file(other)).script("CREATE TABLE other (id INTEGER)")
        #expect(throws: DataFileFault.foreign) { try read(other) }
    }
}
