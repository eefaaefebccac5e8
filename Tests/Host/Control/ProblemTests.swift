import MockPostlyControl
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@Suite
struct ProblemTests {
    @Test
    func `a problem has the members of RFC 9457 and a hint`() throws {
        let problem = Problem(
            418,
            "Teapot",
            detail: "It is \"short\"\nand <stout>, è.",
            hint: "Use a kettle."
        )
        let response = problem.response
        #expect(response.status == 418)
        #expect(response["Content-Type"] == "application/problem+json")
        #expect(response.body.last == 0x0A)
        let root = try JSON(parsing: response.body).root
        #expect(root.members.map(\.name) == ["type", "title", "status", "detail", "hint"])
        #expect(root["type"]?.string == "about:blank")
        #expect(root["title"]?.string == "Teapot")
        #expect(root["status"]?.int == 418)
        #expect(root["detail"]?.string == "It is \"short\"\nand <stout>, è.")
        #expect(root["hint"]?.string == "Use a kettle.")
    }
}
