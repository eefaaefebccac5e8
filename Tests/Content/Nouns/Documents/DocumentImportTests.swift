import MockPostlyJSON
import MockPostlySQLite
import MockPostlyTestKit
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// Records that an import has put in place of the program's own.
@Suite
struct DocumentImportTests {
    private static let set = DocumentSet { kind in
        Array(
            (kind == .quotes
                ? #"[{"id":7,"quote":"q","author":"Ä"},{"id":3,"quote":"r","author":"\""}]"# : "[]")
                .utf8
        )
    }

    private func texts(_ store: DocumentStore, _ kind: DocumentKind = .quotes) -> [String] {
        store.all(kind).map { String(decoding: $0.value.rawText, as: UTF8.self) }
    }

    private let wanted = [
        #"{"id":7,"quote":"q","author":"Ä"}"#, #"{"id":3,"quote":"r","author":"\""}"#,
    ]

    @Test
    func `an import takes the place of the standard records for good`() throws {
        let domain = try Domain.inMemory(.frozen())
        #expect(domain.documents.count(.posts) == 251)
        #expect(try domain.documents.imported() == nil)
        try domain.documents.put(.quotes, id: 1, text: Array(#"{"id":1,"quote":"changed"}"#.utf8))
        try domain.documents.importSet(Self.set)
        try domain.work.commit()
        #expect(try domain.documents.imported() != nil)
        #expect(texts(domain.documents) == wanted)
        #expect(domain.documents.count(.posts) == 0)
        #expect(domain.documents.nextID(.quotes) == 8)
        let other = try Domain(domain.work.connection, .frozen())
        #expect(texts(other.documents) == wanted)
        #expect(other.documents.nextID(.quotes) == 8)
    }

    @Test
    func `a kind that an import does not have is the program's own, and an empty one is none`()
        throws
    {
        let seed = #"""
            {"dummyjson": {"imported": {"quotes": [{"id": 7, "quote": "q", "author": "A"}], "todos": []}}}
            """#
        let source = SeedSource.bytes(Array(seed.utf8), name: "s")
        let domain = try Domain.inMemory(.frozen(), seed: source)
        let other = try Domain(domain.work.connection, .frozen())
        for documents in [domain.documents, other.documents] {
            #expect(documents.count(.quotes) == 1 && documents.count(.todos) == 0)
            #expect(documents.count(.posts) == 251)
            #expect(documents.count(.products) == DocumentSet.standard.count(.products))
        }
        let text = try String(decoding: SeedExport.json(of: domain.work.connection), as: UTF8.self)
        #expect(text.contains(#""todos""#) && !text.contains(#""recipes""#))
    }

    @Test
    func `a reset brings the import back, not the standard records`() throws {
        let domain = try Domain.inMemory(.frozen())
        try domain.documents.importSet(Self.set)
        try domain.documents.put(.quotes, id: 8, text: Array(#"{"id":8}"#.utf8))
        try domain.work.commit()
        try domain.reset(to: .standard)
        try domain.work.commit()
        #expect(texts(domain.documents) == wanted)
        #expect(try domain.documents.imported() != nil)
    }

    @Test
    func `another source is not overruled by an import`() throws {
        let domain = try Domain.inMemory(.frozen())
        try domain.documents.importSet(Self.set)
        try domain.work.commit()
        let empty = try Domain(
            domain.work.connection,
            .frozen(),
            documents: DocumentOrigin(.empty)
        )
        #expect(empty.documents.count(.quotes) == 0)
    }

    @Test
    func `an import is reshaped as everything is`() throws {
        let origin = DocumentOrigin(.standard) { set in
            DocumentSet { kind in Array("[{\"id\":\(set.count(kind) + 1)}]".utf8) }
        }
        let domain = try Domain.inMemory(.frozen(), documents: origin)
        #expect(domain.documents.all(.posts).map(\.id) == [252])
        try domain.documents.importSet(Self.set)
        #expect(domain.documents.all(.quotes).map(\.id) == [3])
        try domain.work.commit()
        // What is stored is as it was imported.
        #expect(try domain.number("SELECT COUNT(*) FROM document_import WHERE kind >= 0") == 2)
    }

    @Test
    func `files at fault stop the start and touch nothing`() throws {
        #expect(throws: SeedFault.self) {
            try Domain.inMemory(.frozen(), documents: DocumentOrigin(.directory("/no/such/place")))
        }
    }
}
