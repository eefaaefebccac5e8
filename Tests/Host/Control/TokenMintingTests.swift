import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct TokenMintingTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    /// What the shop is told for a request.
    private func order(_ body: String) throws -> MintOrder {
        let response = try server.answer("POST", "/tokens", body: body)
        #expect(response.status == 200, "\(response.text)")
        return try #require(server.shop.minted)
    }

    @Test
    func `a token, whose it is, and how to send it`() throws {
        let body = "{\"system\":\"shop\",\"user\":\"7\",\"world\":\"w1\"}"
        let response = try server.answer("POST", "/tokens", body: body)
        let expected = """
            {"token":"t.o.k","system":"shop","dialect":"shop","user":{"id":"7","email":"mira.sol@example.com"},\
            "expiresAt":"2026-01-01T00:00:00.000000Z","header":"Authorization: Bearer t.o.k",\
            "authorization":"Bearer t.o.k"}

            """
        #expect(response.status == 200 && response.text == expected)
        #expect(server.shop(in: "w1").minted?.site == "http://localhost:8080/w/w1")
        #expect(server.shop.minted == nil)
        let refresh = "{\"system\":\"shop\",\"user\":\"7\",\"kind\":\"refresh\"}"
        let endless = try server.answer("POST", "/tokens", body: refresh)
        #expect(endless.text.contains("\"expiresAt\":null"))
    }

    @Test
    func `nothing said is a good access token for the usual time`() throws {
        let order = try order("{\"system\":\"shop\",\"user\":\"mira.sol@example.com\"}")
        #expect(order.user == "mira.sol@example.com" && order.kind == nil)
        #expect(order.lifetime == nil && order.claims == nil && order.fault == nil)
    }

    @Test
    func `everything said`() throws {
        let order = try order(
            """
            {"system":"shop","user":7,"kind":"refresh","expiresIn":"90s",
             "claims":{"role":"admin","n":[1]},"break":"algorithm"}
            """
        )
        #expect(order.user == "7" && order.kind == "refresh")
        #expect(order.lifetime == .seconds(90) && order.fault == .algorithm)
        #expect(order.claims?["role"]?.string == "admin" && order.claims?.count == 2)
    }

    @Test(arguments: [
        (#"{"system":"shop","user":"7","claims":{"x":"…"}}"#, "claims", 8192 - 8),
        (#"{"system":"shop","user":"…"}"#, "user", 1024 - 2),
    ])
    func `no token is too long to be taken`(body: String, member: String, most: Int) throws {
        for (count, isTaken) in [(most, true), (most + 1, false)] {
            let text = String(repeating: "a", count: count)
            let whole = body.split(separator: "…").joined(separator: text)
            let response = try server.answer("POST", "/tokens", body: whole)
            // Nobody is called by the long name.
            #expect([200, 404].contains(response.status) == isTaken)
            #expect(isTaken || response.text.contains("The member '\(member)' has "))
        }
    }

    @Test(arguments: [("1m", Duration.seconds(-60)), ("0s", .zero), ("P7D", .seconds(-604_800))])
    func `one that has ended`(text: String, lifetime: Duration) throws {
        let body = "{\"system\":\"shop\",\"user\":\"7\",\"expiredFor\":\"\(text)\"}"
        #expect(try order(body).lifetime == lifetime)
    }

    private static func refused(
        _ members: String,
        _ title: String,
        _ word: String,
        hint: String = "",
        status: Int = 400
    ) -> Refusal {
        let body = "{\"system\":\"shop\",\"user\":\"7\",\(members)}"
        return Refusal(body, title, word, hint: hint, status: status)
    }

    @Test(arguments: [
        Refusal(
            "",
            "Missing member",
            "'system'",
            hint: "'shop', 'feed', 'guestbook'"
        ),
        Refusal("{\"system\":\"shop\"}", "Missing member", "'user'", hint: "e-mail"),
        Refusal(
            "{\"system\":\"postly\",\"user\":\"a\"}",
            "Bad value",
            "'postly'",
            hint: "'guestbook'"
        ),
        Refusal("{\"system\":null,\"user\":\"a\"}", "Wrong type", "'system' is null"),
        refused("\"user\":\"\"", "Bad value", "'user'"),
        refused("\"user\":1.5", "Wrong type", "the number 1.5"),
        refused("\"user\":{}", "Wrong type", "'user' is an object"),
        Refusal(
            "{\"system\":\"feed\",\"user\":\"a\",\"kind\":\"refresh\"}",
            "Bad value",
            "'kind'",
            hint: "'shop'"
        ),
        Refusal(
            "{\"system\":\"shop\",\"user\":\"8\"}",
            "Unknown user",
            "'8'",
            hint: "Mira",
            status: 404
        ),
        refused("\"kind\":\"x\"", "Bad value", "the text 'x'", hint: "'access', 'refresh'."),
        refused("\"expiresIn\":60", "Wrong type", "the number 60"),
        refused("\"expiresIn\":\"-1m\"", "Bad value", "'-1m'"),
        refused("\"expiredFor\":\"long\"", "Bad value", "'long'", hint: "'15m'"),
        refused(
            "\"expiresIn\":\"1m\",\"expiredFor\":\"1m\"",
            "Conflicting members",
            "'expiresIn' and 'expiredFor'"
        ),
        refused("\"claims\":[]", "Wrong type", "'claims' is a list, and must be an object"),
        refused(
            "\"break\":\"all\"",
            "Bad value",
            "'all'",
            hint: "'signature', 'algorithm', 'format'."
        ),
        refused("\"break\":true", "Wrong type", "'break' is true"),
        refused("\"world\":\"x\"", "Unknown world", "'x'", status: 404),
        refused("\"role\":\"x\"", "Unknown member", "'role'", hint: "'claims', 'break'."),
    ])
    func `a token that is refused is not made`(refusal: Refusal) throws {
        try refusal.hold(server, "POST", "/tokens")
        #expect(server.isUntouched)
    }
}
