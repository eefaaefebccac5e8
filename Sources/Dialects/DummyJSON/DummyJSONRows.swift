internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyRecorded

/// DummyJSON's records in a recording.
struct DummyJSONRows: RecordedRows {
    private var kinds: [String: SeenRows] = [:]

    /// The members without which a record is not whole, by kind.
    private static let whole: [String: [String]] = [
        "posts": ["id", "title", "body", "tags", "reactions", "views", "userId"],
        "users": ["id", "firstName", "lastName", "email", "username", "password", "image"],
        "comments": ["id", "body", "postId", "likes", "user"],
        "todos": ["id", "todo", "completed", "userId"],
        "quotes": ["id", "quote", "author"],
        "products": ["id", "title", "description", "category", "price", "stock", "thumbnail"],
        "recipes": ["id", "name", "ingredients", "instructions", "userId", "image"],
        "carts": ["id", "products", "total", "userId", "totalProducts", "totalQuantity"],
    ]

    private static let others: Set<String> = [
        "auth", "user", "http", "test", "ip", "2fa", "c", "image", "icon", "cdn",
    ]

    static func isPath(_ path: [String]) -> Bool {
        guard let first = path.first else { return false }
        return whole[first] != nil || others.contains(first)
    }

    /// Whether an answer is a page of DummyJSON, or comes from its host.
    static func knows(_ call: RecordedCall) -> Bool {
        guard isPath(call.segments) else { return false }
        if call.exchange.address.host.hasSuffix("dummyjson.com") { return true }
        guard let answer = call.answer, answer["total"] != nil, answer["skip"] != nil,
            answer["limit"] != nil
        else { return false }
        return whole.keys.contains { answer[$0]?.kind == .array }
    }

    mutating func read(_ call: RecordedCall, _ people: inout RecordedPeople) {
        guard call.exchange.isSuccess, let answer = call.answer, answer.kind == .object else {
            return
        }
        let path = call.segments
        if call.exchange.method == "POST", path.count == 2, path[1] == "add" {
            if let id = answer["id"]?.int { kinds[path[0], default: SeenRows()].make("\(id)") }
            return
        }
        guard call.exchange.method == "GET" else { return }
        for kind in Self.whole.keys.sorted() {
            for record in answer[kind]?.elements ?? [] where answer["total"] != nil {
                see(record, kind)
            }
        }
        if let kind = path.first, Self.whole[kind] != nil, answer["total"] == nil || kind == "carts"
        {
            see(answer, kind)
        }
    }

    private mutating func see(_ record: JSONValue, _ kind: String) {
        guard let id = record["id"]?.int, let names = Self.whole[kind],
            names.allSatisfy({ record[$0] != nil })
        else { return }
        if case .object(let row) = JSValue(record) {
            kinds[kind, default: SeenRows()].see("\(id)", row)
        }
    }

    /// The member `dummyjson` of a seed.
    func seed(_ people: inout RecordedPeople) -> (member: String, rows: JSValue)? {
        var imported = JSObject()
        for kind in Self.whole.keys.sorted() {
            guard let rows = kinds[kind]?.rows, !rows.isEmpty else { continue }
            let ordered = rows.sorted { (Int($0.id) ?? 0) < (Int($1.id) ?? 0) }
            imported[kind] = .array(ordered.map { .object($0.row) })
        }
        guard imported.count > 0 else { return nil }
        var seed = JSObject()
        seed["imported"] = .object(imported)
        return ("dummyjson", .object(seed))
    }
}
