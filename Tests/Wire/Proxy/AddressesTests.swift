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
