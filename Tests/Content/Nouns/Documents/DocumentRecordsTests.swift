import MockPostlyJSON
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct DocumentRecordsTests {
    private let domain: Domain
    private var documents: DocumentStore { domain.documents }

    init() throws {
        domain = try Domain.fresh()
    }

    private func json(_ text: String) throws -> JSONValue {
        try JSON(parsing: Array(text.utf8)).root
    }

    @Test
    func `a record keeps its other members and their order`() throws {
        let id = try documents.add(.quotes, json(#"{"x":[1.0],"quote":"Q","author":"A"}"#))
        #expect(try documents.edit(.quotes, id, json(#"{"author":"B","y":{"z":null},"x":null}"#)))
        let text = documents.find(.quotes, id).map {
            String(decoding: $0.value.rawText, as: UTF8.self)
        }
        #expect(text == #"{"id":\#(id),"quote":"Q","author":"B","y":{"z":null}}"#)
        #expect(try !documents.edit(.quotes, 1_000_000, json(#"{"author":"B"}"#)))
    }

    @Test(arguments: [
        (#"{"quote":"Q"}"#, "author"), (#"{"quote":7,"author":"A"}"#, "quote"),
        (#"{"id":0,"quote":"Q","author":"A"}"#, "id"),
        (#"{"id":1,"quote":"Q","author":"A"}"#, "id"),
    ])
    func `a bad record names its member`(text: String, member: String) throws {
        if documents.count(.quotes) == 0 {
            _ = try documents.add(.quotes, json(#"{"quote":"Q","author":"A"}"#))
        }
        let before = documents.count(.quotes)
        do {
            _ = try documents.add(.quotes, json(text))
            Issue.record("not refused")
        } catch let refusal as RecordRefusal {
            #expect(refusal.member == member)
        }
        #expect(documents.count(.quotes) == before)
    }

    @Test
    func `pages in any order, forward and back`() throws {
        for number in 1...7 {
            _ = try documents.add(
                .quotes,
                json(#"{"quote":"Q\#(number % 3)","author":"\#(number == 5 ? "Zoë" : "A")"}"#)
            )
        }
        let records = DocumentRecords(.quotes, documents, DocumentOrders())
        let field = try #require(records.fields.first { $0.name == "quote" })
        let count = Int(try records.count())
        var query = RecordQuery(sort: field, isDescending: false, limit: count - 2)
        let first = try records.page(query)
        #expect(first.items.count == count - 2 && first.previous == nil)
        query.mark = try JSON(parsing: #require(first.next)).root
        let second = try records.page(query)
        #expect(second.items.count == 2 && second.next == nil)
        query.isBackward = true
        query.mark = try JSON(parsing: #require(second.previous)).root
        #expect(try records.page(query).items == first.items)
        query.mark = nil
        query.search = "ZOë"
        #expect(try records.page(query).total == 1)
    }
}
