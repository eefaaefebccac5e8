import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct RecordsTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private func json(_ response: Response) throws -> JSONValue {
        try JSON(parsing: response.body).root
    }

    @Test
    func `the collections say what they have and what can be done`() throws {
        let root = try json(server.answer("GET", "/data?world=w1"))
        #expect(root["world"]?.string == "w1")
        let list = root["collections"]?.elements ?? []
        #expect(list.map { $0["name"]?.string } == ["things", "closed"])
        let things = try #require(list.first)
        #expect(things["system"]?["title"]?.string == "Shop & Co" && things["count"]?.int == 1)
        #expect(things["sort"]?.string == "-id" && things["table"]?.string == "thing")
        #expect(things["can"]?["add"]?.bool == true && list[1]["can"]?["add"]?.bool == false)
        #expect(things["signIn"]?.elements.first?["member"]?.string == "name")
        let name = things["fields"]?.elements[1]
        #expect(name?["type"]?.string == "text" && name?["required"]?.bool == true)
        #expect(name?["addable"]?.bool == true && name?["sortable"]?.bool == true)
        let owner = things["fields"]?.elements[5]
        #expect(owner?["collection"]?.string == "people" && owner?["editable"]?.bool == false)
    }

    @Test
    func `a page in the order, with the text and from the place that are asked for`() throws {
        let first = try json(server.answer("GET", "/data/things"))
        #expect(first["total"]?.int == 7 && first["items"]?.elements.count == 1)
        #expect(server.shop.shelf.asked?.order == "-id" && server.shop.shelf.asked?.limit == 50)
        let next = try #require(first["next"]?.string)
        #expect(first["previous"]?.isNull == true)
        _ = try server.answer("GET", "/data/things?sort=name&search=a%25&limit=3&after=\(next)")
        let asked = try #require(server.shop.shelf.asked)
        #expect(asked.order == "name" && asked.search == "a%" && asked.limit == 3)
        #expect(asked.mark?.elements.first?.string == "-id" && !asked.isBackward)
        _ = try server.answer("GET", "/data/things?before=end")
        #expect(server.shop.shelf.asked?.isBackward == true && server.shop.shelf.asked?.mark == nil)
    }

    @Test(arguments: [
        ("/data/nothing", 404, "Unknown collection", "'things'", nil),
        ("/data/things?sort=note", 400, "Bad value", "'name'", "sort"),
        ("/data/things?sort=", 400, "Bad value", "'name'", "sort"),
        ("/data/things?limit=0", 400, "Bad value", "200", nil),
        ("/data/things?after=%20", 400, "Bad value", "'next'", "after"),
        ("/data/things?after=e30", 400, "Bad value", "'next'", "after"),
        ("/data/things?after=WzFd&before=end", 400, "Conflicting values", "one", "before"),
        ("/data/things?world=w9", 404, "Unknown world", "w1", nil),
        ("/data/things?page=2", 400, "Unknown parameter", "'search'", nil),
        ("/data/things/9", 404, "Unknown record", "list", nil),
    ])
    func `a bad list`(path: String, status: Int, title: String, hint: String, member: String?)
        throws
    {
        let response = try server.answer("GET", path)
        try expectProblem(response, status, title, hinting: hint)
        #expect(try json(response)["member"]?.string == member)
    }

    @Test
    func `a search text has an end`() throws {
        let long = String(repeating: "a", count: 201)
        let response = try server.answer("GET", "/data/things?search=\(long)")
        try expectProblem(response, 400, "Bad value", naming: "search")
    }

    @Test
    func `a record is added, changed and deleted`() throws {
        let added = try server.answer("POST", "/data/things", body: #"{"name":"cup","size":3}"#)
        #expect(added.status == 201 && added.text.contains("cup"))
        #expect(added["Location"] == "/__mockpostly/v1/data/things/2%20a?world=default")
        #expect(server.shop.shelf.sent?.id("size") == "3")
        let changed = try server.answer("PATCH", "/data/things/2%20a", body: #"{"note":null}"#)
        #expect(changed.status == 200)
        let sent = server.shop.shelf.sent
        #expect(sent?.has("note") == true && sent?.text("note") == nil)
        #expect(try server.answer("DELETE", "/data/things/1").status == 204)
        #expect(server.shop.shelf.changes == 3)
    }

    @Test(arguments: [
        (#"{"nmae":"cup"}"#, "Unknown member", "'name'", "nmae"),
        (#"{"made":"2026-01-01"}"#, "Not editable", "'name'", "made"),
        (#"{"id":7,"name":"cup"}"#, "Not editable", "'name'", "id"),
        (#"{"name":7}"#, "Wrong type", "text", "name"),
        (#"{"name":null}"#, "Wrong type", "text", "name"),
        (#"{"name":"cup","size":"7"}"#, "Wrong type", "whole", "size"),
        (#"{"name":"cup","size":1.5}"#, "Wrong type", "whole", "size"),
        (#"{"name":"cup","isNew":1}"#, "Wrong type", "true", "isNew"),
        (#"{"name":"cup","note":[]}"#, "Wrong type", "text", "note"),
        (#"{"size":1}"#, "Missing member", "thing", "name"),
        ("{}", "Missing member", "'name'", nil), ("", "Missing member", "'name'", nil),
        ("[]", "Not an object", "'name'", nil), ("{", "Malformed JSON", "'name'", nil),
    ])
    func `a bad record names the member at fault`(
        body: String,
        title: String,
        hint: String,
        member: String?
    ) throws {
        let response = try server.answer("POST", "/data/things", body: body)
        try expectProblem(response, 400, title, hinting: hint)
        #expect(try json(response)["member"]?.string == member)
        #expect(server.isUntouched)
    }

    @Test
    func `what a new record may have, a present one need not`() throws {
        let response = try server.answer("PATCH", "/data/things/1", body: #"{"owner":"a"}"#)
        try expectProblem(response, 400, "Not editable", naming: "owner", hinting: "'name'")
        // Records of other collections are named by texts or by numbers.
        let added = try server.answer("POST", "/data/things", body: #"{"name":"a","owner":5}"#)
        #expect(added.status == 201 && server.shop.shelf.sent?.id("owner") == "5")
    }

    @Test
    func `the system's refusal is told at its member`() throws {
        server.shop.shelf.refusal = RecordRefusal(409, "name", "Taken.", hint: "Choose another.")
        let response = try server.answer("POST", "/data/things", body: #"{"name":"cup"}"#)
        try expectProblem(response, 409, "Conflict", naming: "Taken.", hinting: "another")
        #expect(try json(response)["member"]?.string == "name")
    }

    @Test(arguments: ["POST", "PATCH", "DELETE"])
    func `a collection that can only be read`(method: String) throws {
        let path = method == "POST" ? "/data/closed" : "/data/closed/1"
        let response = try server.answer(method, path, body: #"{"id":1}"#)
        try expectProblem(response, 409, "Not possible", naming: "closed")
        #expect(server.isUntouched)
    }
}
