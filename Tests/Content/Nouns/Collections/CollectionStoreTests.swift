import MockPostlyJSON
import MockPostlyJavaScript
import MockPostlySQLite
import MockPostlyTestKit
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

/// The collections of a world over its database.
struct CollectionStoreTests {
    private struct Undone: Error {}

    private let domain: Domain
    private let file: CollectionFile
    private let store: CollectionStore

    init() throws {
        let rows = try JSON(
            parsing: Array(
                ##"[{"id": 1, "a": "one"}, {"a": "none"}, {"id": "#", "a": "hash"}]"##.utf8
            )
        )
        domain = try Domain.fresh()
        let collection = CollectionRows(rows.root.elements, id: .init("id")) { _ in }
        file = CollectionFile("db.json", [("posts", .collection(collection))])
        store = CollectionStore(domain.work, file, id: "id")
    }

    private func texts(_ store: CollectionStore) throws -> [String] {
        try store.rows("posts")?.rows.compactMap { $0.value["a"]?.string } ?? []
    }

    private func add(_ text: String, id: JSValue) throws {
        var row = JSObject()
        row["id"] = id
        row["a"] = .string(text)
        try store.add("posts", .object(row), id: id)
    }

    @Test
    func `another store over the same database has the same rows in the same order`() throws {
        try add("new", id: .number(9))
        try add("newer", id: .string("##"))
        let rows = try #require(try store.rows("posts"))
        try store.remove("posts", [rows.rows[1], rows.rows[2]])
        let one = try #require(rows.row(IDText("1")))
        try store.replace(
            "posts",
            one,
            by: JSValue(try JSON(parsing: Array(#"{"a":"1"}"#.utf8)).root)
        )
        #expect(try texts(store) == ["1", "new", "newer"])
        #expect(try texts(CollectionStore(domain.work, file, id: "id")) == ["1", "new", "newer"])
    }

    @Test
    func `what is undone is gone from memory too`() throws {
        try add("kept", id: .number(2))
        try domain.work.commit()
        #expect(throws: Undone.self) {
            try store.together {
                try add("lost", id: .number(3))
                throw Undone()
            }
        }
        #expect(try texts(store) == ["one", "none", "hash", "kept"])
        try add("lost", id: .number(3))
        try domain.work.rollback()
        #expect(try texts(store) == ["one", "none", "hash", "kept"])
    }

    @Test
    func `an added row that is removed leaves nothing behind`() throws {
        try add("new", id: .number(9))
        let row = try #require(try store.rows("posts")?.row(IDText("9")))
        try store.remove("posts", [row])
        let count = try domain.work.connection.first("SELECT count(*) FROM api_row") { $0.int(0) }
        #expect(count == 0)
        #expect(try texts(store) == ["one", "none", "hash"])
    }
}
