import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyOptions
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import WreelyDialect

@Suite
struct LoginTests {
    @Test
    func `a code has five digits, is reported, and is listed until it is used`() throws {
        let phone = try Phone()
        #expect(try phone.api.loginCodes.isEmpty)
        let member = try #require(try phone.askForCode())
        let pending = try #require(try phone.api.loginCodes.first)
        #expect(pending.code.utf8.count == 5 && Int(pending.code) != nil)
        #expect(pending.userID == "14" && pending.email == "zoe@example.com")
        #expect(pending.address == "9876543212")
        #expect(pending.issuedAt == phone.api.context.world.now)
        #expect(pending.expiresAt == pending.issuedAt + .seconds(600))
        let words = "Wreely: the login code of Zoë Kim 猫, 9876543212, is \(pending.code)"
        #expect(phone.reports == [.notice(words)])
        #expect(try phone.confirm(pending.code, member) != nil)
        #expect(try phone.api.loginCodes.isEmpty)
        #expect(try phone.confirm(pending.code, member) == nil)
    }

    @Test
    func `the log names what a code would be sent to`() throws {
        let phone = try Phone(code: "12345")
        try phone.post("v1/user/forgotpass/email", #"{"email":"mira@example.com"}"#, "")
        let words = "Wreely: the login code of Mira Sol, mira@example.com, is 12345"
        #expect(phone.reports == [.notice(words)])
        let pending = try #require(try phone.api.loginCodes.first)
        #expect(pending.address == "mira@example.com" && pending.email == "mira@example.com")
    }

    @Test
    func `a new code replaces the one before`() throws {
        let phone = try Phone()
        let member = try #require(try phone.askForCode())
        let first = try #require(try phone.api.loginCodes.first).code
        _ = try phone.askForCode()
        let codes = try phone.api.loginCodes.map(\.code)
        #expect(codes.count == 1 && codes != [first])
        #expect(try phone.confirm(first, member) == nil)
        #expect(try phone.confirm(codes[0], member) != nil)
    }

    @Test
    func `codes of several members do not touch each other`() throws {
        let phone = try Phone(code: "12345")
        let zoe = try #require(try phone.askForCode())
        phone.advance(by: .seconds(1))
        let theo = try #require(try phone.askForCode("9876543211"))
        #expect(try phone.api.loginCodes.map(\.userID) == ["\(zoe)", "\(theo)"])
        #expect(try phone.confirm("12345", theo) == Phone.theo)
        #expect(try phone.confirm("12345", theo) == nil)
        #expect(try phone.confirm("12345", zoe) != nil)
    }

    @Test
    func `a code works for ten minutes of the world's clock`() throws {
        let phone = try Phone(code: "00000")
        let member = try #require(try phone.askForCode())
        phone.advance(by: .seconds(600))
        #expect(try phone.api.loginCodes.isEmpty)
        #expect(try phone.confirm("00000", member) == nil)
        _ = try phone.askForCode()
        phone.advance(by: .seconds(599))
        #expect(try phone.api.loginCodes.count == 1)
        #expect(try phone.confirm("00000", member) != nil)
    }

    @Test
    func `a wrong code leaves the right one`() throws {
        let phone = try Phone(code: "12345")
        let member = try #require(try phone.askForCode())
        #expect(try phone.confirm("12346", member) == nil)
        #expect(try phone.confirm("", member) == nil)
        #expect(try phone.confirm(" 12345 ", member) != nil)
    }

    @Test
    func `a member gets the same token at each login, which other worlds refuse`() throws {
        let phone = try Phone(code: "12345")
        let member = try #require(try phone.askForCode())
        let token = try #require(try phone.confirm("12345", member))
        _ = try phone.askForCode()
        #expect(try phone.confirm("12345", member) == token)
        #expect(token.utf8.count == 32 && token.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        #expect(try phone.get("v2/member", token)["user"]?["id"]?.int == member)
        let other = try Phone(secret: "another", code: "12345")
        _ = try other.askForCode()
        #expect(try other.confirm("12345", member) != token)
        #expect(try other.answer("GET", "v2/member?access_token=\(token)").status == 401)
    }

    @Test(
        arguments: [
            ("12345", true), ("00000", true), ("1234", false), ("123456", false), ("1234x", false),
            ("１２３４５", false), ("", false),
        ] as [(String, Bool)]
    )
    func `a fixed code has five digits`(text: String, isTaken: Bool) throws {
        let option = try #require(Wreely.options.first)
        var settings = Wreely.Settings()
        #expect(option.take(text, true, &settings) == isTaken)
        #expect(settings.loginCode == (isTaken ? text : nil))
    }
}
