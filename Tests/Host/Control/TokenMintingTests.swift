import MockPostlyCrypto
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import MockPostlyControl

@Suite
struct TokenMintingTests {
    private let server = FakeServer()
    private let control: Control

    init() {
        control = Control(of: server)
    }

    private func order(_ body: String) throws -> TokenOrder {
        let response = try control.answer("POST", "/tokens", body: body)
        #expect(response.status == 200, "\(response.text)")
        return try #require(server.tokenOrder)
    }

    @Test
    func `a token, whose it is, and how to send it`() throws {
        let body = "{\"dialect\":\"postly\",\"user\":\"7\",\"world\":\"w1\"}"
        let response = try control.answer("POST", "/tokens", body: body)
        let expected = """
            {"token":"t.o.k","dialect":"postly","user":{"id":"7","email":"mira.sol@example.com"},\
            "expiresAt":"2026-01-01T00:00:00.000000Z","header":"Authorization: Bearer t.o.k",\
            "authorization":"Bearer t.o.k"}

            """
        #expect(response.status == 200 && response.text == expected)
        #expect(server.orders == [.mint("w1", authority: "localhost:8080")])
        let community = "{\"dialect\":\"community\",\"user\":\"7\"}"
        let endless = try control.answer("POST", "/tokens", body: community)
        #expect(endless.text.contains("\"expiresAt\":null"))
    }

    @Test
    func `nothing said is a good access token for the usual time`() throws {
        let order = try order("{\"dialect\":\"google\",\"user\":\"mira.sol@example.com\"}")
        #expect(order.world == "default" && order.dialect == "google")
        #expect(order.user == "mira.sol@example.com" && order.kind == nil)
        #expect(order.lifetime == nil && order.claims == nil && order.fault == nil)
    }

    @Test
    func `everything said`() throws {
        let order = try order(
            """
            {"dialect":"dummyjson","user":12,"kind":"refresh","expiresIn":"90s",
             "claims":{"role":"admin","n":[1]},"break":"algorithm"}
            """
        )
        #expect(order.dialect == "dummyjson" && order.user == "12" && order.kind == "refresh")
        #expect(order.lifetime == .seconds(90) && order.fault == .algorithm)
        #expect(order.claims?["role"]?.string == "admin" && order.claims?.count == 2)
    }

    @Test(arguments: [
        (#"{"dialect":"postly","user":"7","claims":{"x":"…"}}"#, "claims", 8192 - 8),
        (#"{"dialect":"postly","user":"…"}"#, "user", 1024 - 2),
    ])
    func `no token is too long to be taken`(body: String, member: String, most: Int) throws {
        for (count, status) in [(most, 200), (most + 1, 400)] {
            let text = String(repeating: "a", count: count)
            let whole = body.split(separator: "…").joined(separator: text)
            let response = try control.answer("POST", "/tokens", body: whole)
            #expect(response.status == status)
            #expect(status == 200 || response.text.contains("The member '\(member)' has "))
        }
    }

    @Test(arguments: [("1m", Duration.seconds(-60)), ("0s", .zero), ("P7D", .seconds(-604_800))])
    func `one that has ended`(text: String, lifetime: Duration) throws {
        let body = "{\"dialect\":\"postly\",\"user\":\"7\",\"expiredFor\":\"\(text)\"}"
        #expect(try order(body).lifetime == lifetime)
    }

    private static func refused(
        _ members: String,
        _ title: String,
        _ word: String,
        hint: String = "",
        status: Int = 400
    ) -> Refusal {
        let body = "{\"dialect\":\"postly\",\"user\":\"7\",\(members)}"
        return Refusal(body, title, word, hint: hint, status: status)
    }

    @Test(arguments: [
        Refusal(
            "",
            "Missing member",
            "'dialect'",
            hint: "'postly', 'dummyjson', 'community', 'google'"
        ),
        Refusal("{\"dialect\":\"postly\"}", "Missing member", "'user'", hint: "e-mail"),
        Refusal(
            "{\"dialect\":\"pexels\",\"user\":\"a\"}",
            "Bad value",
            "'pexels'",
            hint: "'google'"
        ),
        Refusal("{\"dialect\":null,\"user\":\"a\"}", "Wrong type", "'dialect' is null"),
        refused("\"user\":\"\"", "Bad value", "'user'"),
        refused("\"user\":1.5", "Wrong type", "the number 1.5"),
        refused("\"user\":{}", "Wrong type", "'user' is an object"),
        refused("\"kind\":\"refresh\"", "Bad value", "'kind'", hint: "'dummyjson'"),
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
        try refusal.hold(control, "POST", "/tokens")
        #expect(server.orders.isEmpty)
    }
}
