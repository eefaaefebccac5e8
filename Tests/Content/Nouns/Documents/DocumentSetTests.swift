import MockPostlyJSON
import Testing

@testable import MockPostlyNouns

/// The records in this program.
@Suite
struct DocumentSetTests {
    private static let standard = DocumentSet.standard

    @Test(
        arguments: [
            (.posts, 251), (.users, 208), (.comments, 340), (.todos, 254), (.products, 194),
            (.recipes, 50), (.carts, 208),
        ] as [(DocumentKind, Int)]
    )
    func `there are as many as in the original`(kind: DocumentKind, count: Int) {
        #expect(Self.standard.count(kind) == count)
        #expect(Self.standard.documents(kind).count == count)
    }

    @Test
    func `there are a hundred quotes and more`() {
        #expect(Self.standard.count(.quotes) >= 100)
    }

    @Test(arguments: DocumentKind.allCases)
    func `ids go from one without a gap`(kind: DocumentKind) {
        let ids = Self.standard.documents(kind).map(\.id)
        #expect(ids == Array(0..<Int64(ids.count)).map { $0 + 1 })
    }

    @Test(arguments: DocumentKind.allCases)
    func `every record passes the check of files and is written as JavaScript does`(
        kind: DocumentKind
    ) throws {
        let records = Self.standard.documents(kind).map {
            String(decoding: $0.value.rawText, as: UTF8.self)
        }
        let file = "[\n" + records.joined(separator: " ,\n") + "\n]\n"
        let read = try DocumentReader(file: "a.json", kind).read(Array(file.utf8))
        #expect(read.count == records.count)
        for (one, other) in zip(read, records) {
            #expect(one.value.rawText.elementsEqual(other.utf8))
        }
    }

    @Test
    func `a set of nothing and a set of texts`() {
        for kind in DocumentKind.allCases { #expect(DocumentSet.empty.count(kind) == 0) }
        let set = DocumentSet { kind in
            Array((kind == .todos ? #"[{"id":3},{"id":1}]"# : "[]").utf8)
        }
        #expect(set.documents(.todos).map(\.id) == [3, 1])
        #expect(set.count(.posts) == 0)
    }
}

/// Where links stand in a record.
@Suite
struct DocumentLinksTests {
    @Test(
        arguments: [
            (#"{"id":1,"a":"https://dummyjson.com/icon"}"#, [13]),
            (#"{"id":1,"a":"https://cdn.dummyjson.com/a.png"}"#, [13]),
            (#"{"id":1,"a":"https://robohash.org/a.png"}"#, [13]),
            (#"{"id":1,"a":["https://dummyjson.com/","https://dummyjson.com/b"]}"#, [14, 39]),
            (#"{"id":1,"a":"https://dummyjson.com"}"#, []),
            (#"{"id":1,"a":"http://dummyjson.com/icon"}"#, []),
            (#"{"id":1,"a":"https://dummyjson.com.evil.example/"}"#, []),
            (#"{"id":1,"a":"see https://dummyjson.com/icon"}"#, []),
            (#"{"id":1,"a":"\"https://dummyjson.com/icon"}"#, []),
            (#"{"id":1,"a":"b\\","c":"https://dummyjson.com/icon"}"#, [23]),
            (#"{"id":1}"#, []), (#"{"id":1,"a":"https:"}"#, []),
        ] as [(String, [UInt32])]
    )
    func places(text: String, links: [UInt32]) throws {
        let document = try #require(Document(Array(text.utf8)))
        #expect(document.links == links)
        // In a larger document they are places of that.
        let pair = Document.all(inCanonical: Array("[\(text),\(text)]".utf8))
        let size = UInt32(text.utf8.count)
        #expect(pair.map(\.links) == [links.map { $0 + 1 }, links.map { $0 + 2 + size }])
    }

    @Test(arguments: ["[]", "1", #"{"id":"1"}"#, #"{"id":1.5}"#, "{}", #"{"id":null}"#, "{", ""])
    func `what is no record`(text: String) {
        #expect(Document(Array(text.utf8)) == nil)
    }
}
