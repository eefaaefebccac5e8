import MockPostlyJSON
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// The records of a world: those of a set, and what was changed.
@Suite
struct DocumentStoreTests {
    private struct Stop: Error {}

    private static let base = DocumentSet { kind in
        let ids =
            switch kind {
            case .posts: [1, 2, 3]
            // Not in order, and with gaps.
            case .todos: [20, 5, 10]
            default: [] as [Int]
            }
        return Array("[\(ids.map { #"{"id":\#($0),"a":"base"}"# }.joined(separator: ","))]".utf8)
    }
    private static let origin = DocumentOrigin(.empty) { _ in base }

    private let domain: Domain
    private var store: DocumentStore { domain.documents }

    init() throws {
        domain = try Domain.inMemory(.frozen(), documents: Self.origin)
    }

    private func put(_ kind: DocumentKind, id: Int64, text: String) throws {
        try store.put(kind, id: id, text: Array(#"{"id":\#(id),"a":"\#(text)"}"#.utf8))
    }

    private func texts(_ kind: DocumentKind = .posts) -> [String] {
        Self.texts(store, kind)
    }

    private static func texts(_ store: DocumentStore, _ kind: DocumentKind) -> [String] {
        store.all(kind).map { "\($0.id) \($0["a"]?.string ?? "")" }
    }

    /// The records of another store over the same database.
    private func reloaded(_ kind: DocumentKind = .posts) throws -> [String] {
        let other = try Domain(domain.work.connection, .frozen(), documents: Self.origin)
        #expect(DocumentKind.allCases.map(other.documents.nextID) == nextIDs)
        return Self.texts(other.documents, kind)
    }

    private var nextIDs: [Int64] { DocumentKind.allCases.map(store.nextID) }

    // MARK: Reading

    @Test
    func `without changes the records are those of the set`() throws {
        #expect(texts() == ["1 base", "2 base", "3 base"])
        #expect(texts(.todos) == ["20 base", "5 base", "10 base"])
        #expect(store.count(.posts) == 3 && store.count(.users) == 0)
        #expect(store.nextID(.posts) == 4 && store.nextID(.todos) == 21)
        #expect(store.nextID(.users) == 1)
        #expect(!domain.work.isPending)
    }

    @Test
    func `a record is found by its id wherever it stands`() {
        for id in [Int64(20), 5, 10] { #expect(store.find(.todos, id)?.id == id) }
        for id in [Int64.min, -1, 0, 1, 2, 3, 21, .max] { #expect(store.find(.todos, id) == nil) }
        #expect(store.find(.posts, 4) == nil && store.find(.users, 1) == nil)
    }

    // MARK: Writing

    @Test
    func `a record is replaced in its place or added at the end`() throws {
        let before = store.version
        try put(.posts, id: 2, text: "changed")
        #expect(store.version != before)
        try put(.posts, id: 4, text: "new")
        try put(.posts, id: 9, text: "far")
        #expect(texts() == ["1 base", "2 changed", "3 base", "4 new", "9 far"])
        #expect(store.nextID(.posts) == 10 && store.count(.posts) == 5)
        #expect(store.find(.posts, 9)?["a"]?.string == "far")
        try put(.todos, id: 5, text: "changed")
        #expect(texts(.todos) == ["20 base", "5 changed", "10 base"])
        #expect(try reloaded() == texts())
        #expect(try reloaded(.todos) == texts(.todos))
    }

    @Test
    func `an id that was given is never given again`() throws {
        try put(.posts, id: 4, text: "new")
        try store.remove(.posts) { $0.id > 2 }
        #expect(texts() == ["1 base", "2 base"])
        #expect(store.nextID(.posts) == 5)
        #expect(try reloaded() == texts())
        try put(.posts, id: 5, text: "next")
        #expect(texts() == ["1 base", "2 base", "5 next"])
        #expect(store.find(.posts, 5) != nil && store.find(.posts, 3) == nil)
        #expect(try reloaded() == texts())
    }

    @Test
    func `what is removed is gone, and may be put back`() throws {
        try store.remove(.posts) { $0.id == 1 }
        #expect(store.find(.posts, 1) == nil && store.find(.posts, 2)?.id == 2)
        try put(.posts, id: 3, text: "changed")
        #expect(texts() == ["2 base", "3 changed"])
        try put(.posts, id: 1, text: "back")
        #expect(Set(texts()) == ["1 back", "2 base", "3 changed"])
        #expect(store.nextID(.posts) == 4)
        try store.remove(.posts) { _ in false }
        #expect(store.count(.posts) == 3)
    }

    @Test
    func `links of a record that was put are known`() throws {
        try put(.posts, id: 4, text: "https://dummyjson.com/x")
        #expect(store.find(.posts, 4)?.links == [13])
        #expect(store.find(.posts, 1)?.links == [])
    }

    @Test
    func `what is nested too deep is refused and changes nothing`() throws {
        let deep = String(repeating: "[", count: 80) + String(repeating: "]", count: 80)
        let before = store.version
        #expect(throws: DocumentTooDeep.self) {
            try store.put(.posts, id: 4, text: Array(#"{"id":4,"a":\#(deep)}"#.utf8))
        }
        #expect(store.version == before && store.count(.posts) == 3 && !domain.work.isPending)
    }

    // MARK: Undoing

    @Test
    func `changes that belong together are all there or none is`() throws {
        try put(.posts, id: 4, text: "kept")
        try store.together {
            try put(.posts, id: 5, text: "both")
            try store.remove(.todos) { $0.id == 5 }
        }
        #expect(throws: Stop.self) {
            try store.together {
                try put(.posts, id: 1, text: "lost")
                try put(.posts, id: 6, text: "lost")
                try store.remove(.todos) { _ in true }
                throw Stop()
            }
        }
        #expect(texts() == ["1 base", "2 base", "3 base", "4 kept", "5 both"])
        #expect(texts(.todos) == ["20 base", "10 base"])
        #expect(try reloaded() == texts())
        try domain.work.commit()
        #expect(try reloaded(.todos) == texts(.todos))
    }

    @Test
    func `a rollback takes back what was not committed`() throws {
        try put(.posts, id: 1, text: "committed")
        try domain.work.commit()
        try put(.posts, id: 2, text: "lost")
        try store.remove(.posts) { $0.id == 3 }
        try put(.posts, id: 4, text: "lost")
        let before = store.version
        try domain.work.rollback()
        #expect(store.version != before)
        #expect(texts() == ["1 committed", "2 base", "3 base"])
        #expect(store.nextID(.posts) == 4 && store.find(.posts, 4) == nil)
        #expect(try reloaded() == texts())
    }

    @Test
    func `a rollback that nobody told of is noticed`() throws {
        try put(.posts, id: 4, text: "lost")
        try domain.work.connection.rollback()
        #expect(throws: (any Error).self) { try domain.work.commit() }
        #expect(texts() == ["1 base", "2 base", "3 base"])
    }

    // MARK: Resetting

    @Test
    func `a reset brings back the set`() throws {
        try put(.posts, id: 1, text: "changed")
        try put(.posts, id: 4, text: "new")
        try store.remove(.todos) { _ in true }
        try domain.customResponses.add(
            "a",
            CustomResponse(method: "GET", body: [0x31], createdAt: .frozen)
        )
        let before = store.version
        try domain.reset(toFilesOf: .empty)
        #expect(store.version != before)
        #expect(texts() == ["1 base", "2 base", "3 base"])
        #expect(store.count(.todos) == 3 && store.nextID(.posts) == 4)
        #expect(try domain.customResponses.find("a") == nil)
        try domain.work.rollback()
        #expect(try domain.number("SELECT COUNT(*) FROM document_change") == 0)
    }

    @Test
    func `a reset that is lost is no reset`() throws {
        try put(.posts, id: 1, text: "changed")
        try domain.work.commit()
        try domain.reset(toFilesOf: .empty)
        #expect(texts() == ["1 base", "2 base", "3 base"])
        try domain.work.rollback()
        #expect(texts() == ["1 changed", "2 base", "3 base"])
    }

    @Test
    func `a reset to an image brings back the set too`() throws {
        try put(.posts, id: 4, text: "new")
        let image = try SeedImage.make()
        try domain.restore(PageImage(copying: image))
        #expect(texts() == ["1 base", "2 base", "3 base"])
        try put(.posts, id: 4, text: "again")
        try domain.work.commit()
        #expect(try reloaded() == ["1 base", "2 base", "3 base", "4 again"])
    }
}
