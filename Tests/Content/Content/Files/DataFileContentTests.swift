import Foundation
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// What a data file must hold to be opened, and what is mended in it.
@Suite
struct DataFileContentTests {
    private let directory: ScratchDirectory
    private let path: String

    init() throws {
        directory = try ScratchDirectory()
        path = directory.file("blog.db")
        let file = try DataFile(path, survivesPowerLoss: false)
        let domain = try Domain(file.connection, .frozen())
        let mira = try domain.person("Mira")
        let post = try domain.post("Number 0 of many", by: mira)
        _ = try domain.posts.like(post.id, by: mira.id)
        try domain.posts.comment("A comment", to: post.id, by: mira)
        for number in 1..<300 { try domain.post("Number \(number) of many", by: mira) }
        try domain.work.commit()
        try file.connection.close()
    }

    /// What somebody does to the file with SQLite's own tools.
    private func change(_ script: String) throws {
        let connection = try Connection(.file(path))
        try connection.script(script)
        try connection.close()
    }

    /// Why the file is refused, which is left as it is.
    private func refusal() throws -> DataFileFault? {
        let before = try directory.read("blog.db")
        var fault: DataFileFault?
        do throws(DataFileFault) {
            _ = try DataFile(path, survivesPowerLoss: false)
        } catch {
            fault = error
        }
        #expect(try directory.read("blog.db") == before)
        #expect(try directory.names() == ["blog.db"])
        return fault
    }

    @Test(
        arguments: [
            ("DROP TABLE comment", "the table comment is missing"),
            ("ALTER TABLE post DROP COLUMN views", "the column post.views is missing"),
            ("DROP INDEX post_by_slug", "the index post_by_slug is missing"),
            ("DROP INDEX post_published", "the index post_published is missing"),
            ("CREATE TABLE mine (x)", "the table mine is not of this program"),
            (
                "CREATE TRIGGER post AFTER INSERT ON post BEGIN DELETE FROM post; END",
                "the trigger post is not of this program"
            ),
            (
                "UPDATE post SET views = -1 WHERE id = 7",
                "post, row 7, column views: expected a whole number from 0 up, found -1"
            ),
            ("DELETE FROM post_content WHERE id = 7", "post_content, row 7: is missing"),
        ]
    )
    func `what is missing or cannot be answered is named`(script: String, words: String) throws {
        try change(script)
        #expect(try refusal() == .corrupt(words))
    }

    @Test
    func `an older file is looked at as what it is`() throws {
        let old = directory.file("old.db")
        let earlier = Array(Migration.all.prefix(1))
        do {
            let file = try DataFile(old, survivesPowerLoss: false, migrations: earlier)
            try file.connection.run("INSERT INTO status_total VALUES ('published', 5)")
            try file.connection.script("DROP INDEX post_by_slug")
        }
        #expect(throws: DataFileFault.corrupt("the index post_by_slug is missing")) {
            try DataFile(old, survivesPowerLoss: false)
        }
        #expect(try !directory.names().contains("old.db.v1"))
    }

    @Test
    func `counts that are wrong are counted anew`() throws {
        try change(
            """
            UPDATE post SET likes = -9223372036854775808, comments = 9 WHERE id = 1;
            UPDATE author_total SET posts = -9223372036854775808;
            DELETE FROM status_total;
            """
        )
        let file = try DataFile(path, survivesPowerLoss: false)
        let domain = try Domain(file.connection, .frozen())
        let post = try domain.posts.seen(domain.posts.key(ofSlug: "number-0-of-many"))
        #expect((post.likes, post.comments) == (1, 1))
        #expect(try domain.posts.count(.status("published")) == 300)
        #expect(try domain.posts.count(.allOf(post.author.id)) == 300)
    }

    @Test(
        arguments: [
            "INSERT INTO post_search (post_search) VALUES ('delete-all')",
            "INSERT INTO post_search (post_search, rowid, text) VALUES ('delete', 78, 'x')",
            "INSERT INTO post_search (rowid, text) VALUES (9999, 'number 77 of many')",
            "DROP TABLE post_search; CREATE VIRTUAL TABLE post_search USING fts5 (words)",
            "DROP TABLE post_search; CREATE TABLE post_search (text); CREATE TABLE"
                + " post_search_data (x)",
            // A table beneath it that it cannot do with.
            """
            BEGIN;
            DROP TABLE post_search;
            CREATE TABLE post_search_config (x);
            COMMIT;
            """,
        ]
    )
    func `a search index that is broken is made anew`(script: String) throws {
        try change(script)
        let file = try DataFile(path, survivesPowerLoss: false)
        let domain = try Domain(file.connection, .frozen())
        #expect(try domain.posts.index.exists)
        #expect(try domain.posts.search("number 77 of").count == 1)
        #expect(try domain.posts.search("of many").count == 300)
        #expect(try SearchIndex.isSound(on: file.connection))
        #expect(try file.connection.integrityCheck() == nil)
    }

    @Test
    func `a search index that cannot even be opened is made anew`() throws {
        try change("INSERT INTO post_search (post_search, rank) VALUES ('rank', 'bm25()')")
        let bytes = try directory.read("blog.db")
        // Its definition asks for a tokenizer that there is none of.
        let other = bytes.replacing("trigram case".utf8, with: "trigrim case".utf8)
        try directory.write(other, to: "blog.db")
        let file = try DataFile(path, survivesPowerLoss: false)
        let domain = try Domain(file.connection, .frozen())
        #expect(try domain.posts.search("number 77 of").count == 1)
        #expect(try SearchIndex.isSound(on: file.connection))
        #expect(try file.connection.integrityCheck() == nil)
    }

    @Test
    func `a file in which nothing is wrong is not written to`() throws {
        let before = try directory.read("blog.db")
        try DataFile(path, survivesPowerLoss: false).connection.close()
        #expect(try directory.read("blog.db") == before)
    }

    @Test
    func `statistics of SQLite's own are no fault`() throws {
        try change("ANALYZE")
        #expect(try refusal() == nil)
    }
}
