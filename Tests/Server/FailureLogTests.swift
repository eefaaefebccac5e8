import MockPostlyContent
import MockPostlyHTTP
import MockPostlyLog
import MockPostlyNouns
import MockPostlySQLite
import MockPostlyTestKit
import Testing

@testable import MockPostlyWorlds

/// What the log says of requests that the server has failed at.
@Suite
struct FailureLogTests {
    @Test(arguments: LogFormat.allCases)
    func `a failure is logged in full, without what was sent`(
        format: LogFormat
    ) throws {
        let captured = try CapturedLog(format)
        let application = try TestHost.serving(log: captured.log)
        let world = try #require(application.worlds.list.first)
        try world.domain.work.connection.script("DROP TABLE user")
        let token = "eyJhbGciOiJIUzI1NiJ9.secret-payload.secret-signature"
        let register = try application.answer(
            "POST",
            "/api/auth/register?token=secret-query",
            [("Content-Type", "application/json"), ("Authorization", "Bearer \(token)")],
            body: #"{"email":"a@example.com","name":"A","password":"secret-password"}"#
        )
        #expect(register.status == 500)
        #expect(register.text == "{\"error\":\"Internal server error\"}\n")
        let text = try captured.text()
        #expect(text.contains("POST /api/auth/register?token=…"))
        #expect(text.contains("no such table: user"))
        #expect(!text.contains("secret-"))
        #expect(!text.contains("a@example.com"))
    }
}
