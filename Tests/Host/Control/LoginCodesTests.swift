import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyControl

@Suite
struct LoginCodesTests {
    private let server: TestServer

    init() throws {
        server = try TestServer()
        let code = LoginCode(
            code: "01234",
            userID: "7",
            email: "a@example.com",
            address: "9876543210",
            issuedAt: .sample,
            expiresAt: .sample + .seconds(600)
        )
        server.shop.loginCodes = [code]
    }

    @Test
    func `the codes of a world`() throws {
        let expected = """
            {"world":"default","codes":[{"system":"shop","dialect":"shop","code":"01234",\
            "user":{"id":"7","email":"a@example.com"},"sentTo":"9876543210",\
            "issuedAt":"2026-01-01T00:00:00.000000Z","expiresAt":"2026-01-01T00:10:00.000000Z"}]}

            """
        #expect(try server.answer("GET", "/login-codes").text == expected)
        #expect(
            try server.answer("GET", "/login-codes?world=default", world: "w1").text == expected
        )
        let empty = "{\"world\":\"w1\",\"codes\":[]}\n"
        #expect(try server.answer("GET", "/login-codes?world=w1").text == empty)
        #expect(try server.answer("GET", "/login-codes", world: "w1").text == empty)
        #expect(server.isUntouched)
    }

    @Test(arguments: [
        ("/login-codes?world=nope", 404, "Unknown world", "'nope'", "'default', 'w1'."),
        ("/login-codes?code=1", 400, "Unknown parameter", "'code'", "'world'"),
    ])
    func `what is wrong is named`(
        path: String,
        status: Int,
        title: String,
        name: String,
        hint: String
    ) throws {
        let response = try server.answer("GET", path)
        try expectProblem(response, status, title, naming: name, hinting: hint)
    }
}
