import CommunityContent
import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import Testing
import WreelyContent

@testable import WreelyDialect

/// The registration of the older API.
@Suite
struct RegistrationTests {
    private let phone: Phone

    init() throws {
        phone = try Phone(code: "12345")
    }

    private func register(
        _ email: String = "ben@x",
        mobile: String = "9876599999",
        password: String = "ebb"
    ) throws -> JSONValue {
        let body = """
            {"name":"Ben","email":"\(email)","mobile":"\(mobile)","password":"\(password)"}
            """
        return try phone.post("v1/user/registration", body, "")
    }

    private func account(_ email: String, password: String) throws -> User {
        let password = PasswordHash.seeded(password, salt: [1])
        return try phone.api.context.domain.users.register(
            email: email,
            name: "Ben of Postly",
            password: password
        )
    }

    @Test
    func `somebody with an account becomes a member with it`() throws {
        let user = try account("ben@x", password: "ebb")
        let told = try register()["user"]
        #expect(told?["name"]?.string == "Ben of Postly" && told?["mobile"]?.string == "9876599999")
        let member = try #require(try phone.api.members.find(user.id))
        #expect(told?["id"]?.int == member.id)
        let token = try #require(told?["access_token"]?.string)
        #expect(try phone.get("v2/member", token)["user"]?["id"]?.int == member.id)
        let body = #"{"email":"ben@x","password":"ebb"}"#
        let session = try phone.post("v1/user/login", body, "")
        #expect(session["user"]?["access_token"]?.string == token)
        #expect(try register(mobile: "1234")["message"]?.string == Failure.emailTaken.message)
    }

    @Test
    func `not with another password, nor with somebody's number`() throws {
        let user = try account("ben@x", password: "ebb")
        #expect(try register(password: "flow")["message"]?.string == Failure.emailTaken.message)
        let taken = try register(mobile: "9876543210")
        #expect(taken["message"]?.string == Failure.numberTaken.message)
        #expect(try phone.api.members.find(user.id) == nil)
        // Theo has an account without a password.
        #expect(try register("theo@example.com")["message"]?.string == Failure.emailTaken.message)
    }

    @Test(arguments: [
        ("9876599999", "+91"), ("9876599999", "91"), ("98765 99999", "+91"),
        ("919876599999", "+91"), ("+91 98765 99999", "+91"), ("919876599999", "+1"),
    ])
    func `a number registered with its country code logs in`(number: String, code: String) throws {
        let member = try register(mobile: "+91 98765 99999")["user"]?["id"]?.int
        let body = #"{"mobile_number":"\#(number)","country_code":"\#(code)"}"#
        #expect(try phone.post("v2/member/login", body, "")["member_id"]?.int == member)
        #expect(member != nil)
    }

    @Test
    func `a number registered without it logs in with it`() throws {
        let member = try register()["user"]?["id"]?.int
        let body = #"{"mobile_number":"+91 98765 99999","country_code":"+91"}"#
        #expect(try phone.post("v2/member/login", body, "")["member_id"]?.int == member)
        let other = #"{"mobile_number":"9876599999","country_code":"+1"}"#
        #expect(try phone.post("v2/member/login", other, "")["member_id"]?.int == member)
    }
}
