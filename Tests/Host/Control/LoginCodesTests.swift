import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyControl

@Suite
struct LoginCodesTests {
    private let server = FakeServer()
    private let control: Control

    init() {
        control = Control(of: server)
        let code = LoginCode(
            code: "01234",
            userID: "7",
            email: "a@example.com",
            address: "9876543210",
            issuedAt: .sample,
            expiresAt: .sample + .seconds(600)
        )
        server.codes = [PendingLoginCode(dialect: "wreely", code: code)]
    }

    @Test
    func `the codes of a world`() throws {
        let expected = """
            {"world":"default","codes":[{"dialect":"wreely","code":"01234",\
            "user":{"id":"7","email":"a@example.com"},"sentTo":"9876543210",\
            "issuedAt":"2026-01-01T00:00:00.000000Z","expiresAt":"2026-01-01T00:10:00.000000Z"}]}

            """
        #expect(try control.answer("GET", "/login-codes").text == expected)
        #expect(
            try control.answer("GET", "/login-codes?world=default", world: "w1").text == expected
        )
        let empty = "{\"world\":\"w1\",\"codes\":[]}\n"
        #expect(try control.answer("GET", "/login-codes?world=w1").text == empty)
        #expect(try control.answer("GET", "/login-codes", world: "w1").text == empty)
        #expect(server.orders.isEmpty)
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
        let response = try control.answer("GET", path)
        try expectProblem(response, status, title, naming: name, hinting: hint)
    }
}
