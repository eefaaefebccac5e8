import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlyTestKit
import Testing
import WreelyContent

@testable import WreelyDialect

@Suite
struct MembershipTests {
    @Test(arguments: [
        ("3", "3"), ("0", "0"), ("", "0"), ("Staff", "0"), ("-1", "0"), ("12345678901", "0"),
    ])
    func `the kind of membership is a number in a text, whatever an old data file has`(
        stored: String,
        told: String
    ) throws {
        let context = try Phone().api.context
        let members = WreelyMemberStore(context.domain.work, context.world)
        var member = try #require(try members.find(mobile: "9876543210"))
        member.membershipType = stored
        var json = JSONWriter(escaping: .utf8)
        member.write(&json, Site(try .asking("GET", "/services/v2/member")))
        let written = try JSON(parsing: json.finish()).root
        #expect(written["membership_type_id"]?.string == told)
    }
}
