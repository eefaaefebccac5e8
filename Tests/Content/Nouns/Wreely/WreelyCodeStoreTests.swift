import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import WreelyContent

@Suite("Login codes of Wreely")
struct WreelyCodeStoreTests {
    private let house: WreelyHouse

    init() throws {
        house = try WreelyHouse()
    }

    @Test
    func `a code works once`() throws {
        #expect(try house.codes.issue("12345", for: WreelyHouse.ada))
        #expect(try !house.codes.redeem("54321", of: WreelyHouse.ada))
        #expect(try !house.codes.redeem("12345", of: WreelyHouse.ben))
        #expect(try house.codes.redeem("12345", of: WreelyHouse.ada))
        #expect(try !house.codes.redeem("12345", of: WreelyHouse.ada))
    }

    @Test
    func `a code works for ten minutes`() throws {
        #expect(try house.codes.issue("11111", for: WreelyHouse.ada))
        #expect(try house.codes.issue("22222", for: WreelyHouse.ben))
        house.pass(.seconds(600) - .microseconds(1))
        #expect(try house.codes.pending().map(\.code) == ["11111", "22222"])
        #expect(try house.codes.redeem("11111", of: WreelyHouse.ada))
        house.pass(.microseconds(1))
        #expect(try house.codes.pending().isEmpty)
        #expect(try !house.codes.redeem("22222", of: WreelyHouse.ben))
    }

    @Test
    func `a code does not work before the time at which it was given`() throws {
        #expect(try house.codes.issue("11111", for: WreelyHouse.ada))
        house.pass(.seconds(-60))
        #expect(try house.codes.pending().isEmpty)
        #expect(try !house.codes.redeem("11111", of: WreelyHouse.ada))
        house.pass(.seconds(60))
        #expect(try house.codes.redeem("11111", of: WreelyHouse.ada))
    }

    @Test
    func `codes for different purposes do not mix`() throws {
        #expect(try house.codes.issue("11111", for: WreelyHouse.ada, purpose: .password))
        #expect(try house.codes.issue("22222", for: WreelyHouse.ada, purpose: .login))
        #expect(try house.codes.pending().map(\.purpose) == [.login, .password])
        #expect(try !house.codes.redeem("11111", of: WreelyHouse.ada, purpose: .login))
        #expect(try !house.codes.redeem("22222", of: WreelyHouse.ada, purpose: .password))
        #expect(try house.codes.redeem("11111", of: WreelyHouse.ada, purpose: .password))
        #expect(try house.codes.redeem("22222", of: WreelyHouse.ada, purpose: .login))
    }

    @Test
    func `a new code takes the place of the old one`() throws {
        #expect(try house.codes.issue("11111", for: WreelyHouse.ada))
        house.pass(.seconds(500))
        #expect(try house.codes.issue("22222", for: WreelyHouse.ada))
        #expect(try !house.codes.redeem("11111", of: WreelyHouse.ada))
        house.pass(.seconds(500))
        let pending = try #require(try house.codes.pending().first)
        #expect(pending.member.name == "Ada")
        #expect(pending.mobile == "9876543210")
        #expect(pending.expiresAt - pending.issuedAt == .seconds(600))
        #expect(try house.codes.redeem("22222", of: WreelyHouse.ada))
    }

    @Test
    func `only members get codes, and only of digits`() throws {
        #expect(try !house.codes.issue("12345", for: 99))
        #expect(try !house.codes.issue("12a45", for: WreelyHouse.ada))
        #expect(try !house.codes.issue("", for: WreelyHouse.ada))
        #expect(try house.codes.pending().isEmpty)
    }

    @Test
    func `codes have five digits`() {
        for _ in 0..<200 {
            let code = house.codes.makeCode()
            #expect(code.utf8.count == 5)
            #expect(code.isLoginCode)
        }
    }

    @Test
    func `a pending code is no part of a seed`() throws {
        let before = try house.export()
        #expect(try house.codes.issue("12345", for: WreelyHouse.ada))
        #expect(try house.export() == before)
    }
}
