import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP

/// Records in memory, with one thing to begin with.
final class Shelf: RecordSource {
    private(set) var names = ["1": "plate"]
    /// The query of the last page.
    private(set) var asked: RecordQuery?
    /// The values that were sent last.
    private(set) var sent: RecordValues?
    /// What all changes throw, at once or later.
    var refusal: (any Error)?
    var refusesLater = false
    /// How many changes were made.
    private(set) var changes = 0

    static let fields: [RecordField] = [
        .init("id", .number, .sortable), .init("name", .text, [.required, .edited, .sortable]),
        .init("size", .number, .written), .init("note", .longText, [.written, .optional]),
        .init("isNew", .flag, .written), .init("owner", .text, .added, of: "people"),
        .init("key", .secret, .written), .init("made", .date),
    ]

    /// A collection that can only be read.
    static var closed: RecordCollection {
        RecordCollection(
            "closed",
            "Closed",
            noun: "thing",
            fields: [RecordField("id", .number, .sortable)],
            order: "id",
            table: "closed",
            source: Shelf()
        )
    }

    var collection: RecordCollection {
        var things = RecordCollection(
            "things",
            "Things",
            noun: "thing",
            fields: Self.fields,
            order: "-id",
            table: "thing",
            source: self
        )
        things.add = { [self] values in
            if refusesLater, let refusal {
                return .later(on: .contents) {
                    ""
                } finish: { (_: String) in
                    throw refusal
                }
            }
            try take(values)
            names["2 a"] = values.text("name") ?? ""
            return .now("2 a")
        }
        things.edit = { [self] id, values in
            try take(values)
            guard names[id] != nil else { throw RecordRefusal.noRecord("thing") }
            if let name = values.text("name") { names[id] = name }
            return .now(id)
        }
        things.delete = { [self] id in
            if let refusal { throw refusal }
            guard names[id] != nil else { throw RecordRefusal.noRecord("thing") }
            changes += 1
        }
        return things
    }

    private func take(_ values: RecordValues) throws {
        if let refusal { throw refusal }
        sent = values
        changes += 1
    }

    func count() throws -> Int64 { Int64(names.count) }

    func page(_ query: RecordQuery) throws -> RecordPage {
        asked = query
        var page = RecordPage()
        page.items = [Array(#"{"id":1}"#.utf8)]
        page.total = 7
        page.next = Array(#"["-id",1]"#.utf8)
        return page
    }

    func item(_ id: String) throws -> [UInt8]? {
        names[id].map { Array(#"{"id":"\#(id)","name":"\#($0)"}"#.utf8) }
    }
}
