import MockPostlyCrypto
import MockPostlyEventHTTP
import MockPostlyHTTP
import MockPostlyText
import Testing

@testable import MockPostlyProxy

@Suite struct AddressesTests {
    @Test(arguments: [
        "127.0.0.1", "127.255.0.9", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.0",
    ])
    func `these lead back to the machine that uses them`(_ address: String) {
        #expect(isLoopback(address))
    }

    @Test(arguments: [
        "128.0.0.1", "10.0.0.1", "192.168.1.7", "::2", "fe80::1", "::ffff:10.0.0.1", "2001:db8::1",
        "localhost", "",
    ])
    func `these do not`(_ address: String) {
        #expect(!isLoopback(address))
    }

    @Test(arguments: [
        ([], []), (["1.2.3.4"], ["1.2.3.4"]), (["1::", "2::"], ["1::", "2::"]),
        (["1::", "2::", "3::", "1.1.1.1"], ["1::", "1.1.1.1", "2::", "3::"]),
        (["1.1.1.1", "2.2.2.2", "1::"], ["1.1.1.1", "1::", "2.2.2.2"]),
    ])
    func `both kinds of addresses take turns`(_ addresses: [String], _ order: [String]) {
        #expect(Dialling.alternating(addresses) == order)
    }

    private final class Deaf: RequestHandler {
        func handle(_ request: Request, _ exchange: Exchange) {}
    }

    @Test func `a password must be right in each of its characters`() throws {
        let deaf = Deaf()
        let loop = try EventLoop()
        let server = try HTTPServer(on: loop, limits: ServerLimits(), for: deaf)
        let password = "4f6e1f6505526386"
        let rules = Proxy.Rules(isMocked: { _ in true }, password: password)
        let proxy = Proxy(rules, before: server, of: nil)
        func admits(_ given: String, _ peer: String = "192.0.2.7") -> Bool {
            proxy.admits(peer, Credentials("Basic " + Base64.encode(Array(":\(given)".utf8))))
        }
        #expect(admits(password))
        for place in password.indices {
            for digit in "0123456789abcdef" where digit != password[place] {
                let end = password.index(after: place)
                #expect(!admits(password[..<place] + String(digit) + password[end...]))
            }
        }
        let wrong = ["", "4", password.uppercased(), password + "0", String(password.dropLast())]
        for given in wrong + ["34cbf19259541526", "0000000000000000"] {
            #expect(!admits(given), "\(given)")
        }
        #expect(
            !proxy.admits("192.0.2.7", nil) && proxy.admits("::1", nil) && admits("", "127.0.0.1")
        )
        let without = Proxy(.init(isMocked: { _ in true }), before: server, of: nil)
        #expect(!without.admits("192.0.2.7", Credentials("Basic Og==")))
    }

    @Test func `credentials are read as RFC 7617 has them`() throws {
        let plain = try #require(Credentials("Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="))
        #expect(plain.user == "Aladdin")
        #expect(String(decoding: plain.password, as: UTF8.self) == "open sesame")
        let colons = try #require(Credentials("bAsIc OmE6Yg=="))
        #expect(colons.user.isEmpty && String(decoding: colons.password, as: UTF8.self) == "a:b")
        for field in ["", "Basic", "Basic ?", "Basic YQ==", "Bearer OmE6Yg==", "Basic OmE6Yg== x"] {
            #expect(Credentials(field) == nil, "\(field)")
        }
    }
}
