import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyTestKit
import Testing

@testable import WreelyDialect

@Suite
struct MintingTests {
    private func mint(_ phone: Phone, _ order: MintOrder) throws -> IssuedToken? {
        guard case .now(let token) = try phone.api.mint(order) else { return nil }
        return token
    }

    @Test(arguments: ["zoe@example.com", "9876543212", "14", "100000000000000000003"])
    func `a token is the one of a login, for e-mail, number or id`(name: String) throws {
        let phone = try Phone(code: "12345")
        let token = try #require(try mint(phone, MintOrder(user: name)))
        #expect(token.userID == "14" && token.email == "zoe@example.com")
        #expect(token.expiresAt == nil)
        let member = try #require(try phone.askForCode())
        #expect(try phone.confirm("12345", member) == token.token)
        #expect(try phone.get("v2/member", token.token)["user"]?["id"]?.int == 14)
    }

    @Test
    func `there is none for a stranger`() throws {
        #expect(try mint(try Phone(), MintOrder(user: "nobody@example.com")) == nil)
        #expect(try mint(try Phone(), MintOrder(user: "99")) == nil)
        #expect(try mint(try Phone(), MintOrder(user: "")) == nil)
    }

    @Test(arguments: [TokenFault.signature, .format])
    func `a faulty token is nobody's`(fault: TokenFault) throws {
        let phone = try Phone()
        var order = MintOrder(user: "14")
        order.fault = fault
        let token = try #require(try mint(phone, order)).token
        #expect(token.utf8.count == 32)
        #expect(try phone.answer("GET", "v2/member?access_token=\(token)").status == 401)
    }

    @Test
    func `what these tokens do not have is refused`() throws {
        let phone = try Phone()
        var order = MintOrder(user: "14")
        order.lifetime = .seconds(1)
        #expect(throws: TokenMismatch.self) { try phone.api.mint(order) }
        order.lifetime = nil
        order.fault = .algorithm
        #expect(throws: TokenMismatch.self) { try phone.api.mint(order) }
    }
}
