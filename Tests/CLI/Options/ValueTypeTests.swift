import MockPostlyOptions
import Testing

@testable import MockPostlyCLI

@Suite struct ValueTypeTests {
    @Test(arguments: [("0", 0), ("8080", 8080), ("65535", 65_535)] as [(String, UInt16)])
    func `ports are read`(text: String, expected: UInt16) {
        #expect(ValueType.port.read(text) == expected)
    }

    @Test(arguments: ["", "-1", "+80", "65536", "abc", "80 80", " 80", "0x50", "８０"])
    func `what is no port is refused`(text: String) {
        #expect(ValueType.port.read(text) == nil)
    }

    @Test(arguments: [
        ("localhost", "localhost"), ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"),
        ("::1", "::1"), ("[::1]", "::1"),
    ])
    func `addresses are read`(text: String, expected: String) {
        #expect(ValueType.address.read(text) == expected)
    }

    @Test(arguments: ["", "example.com", "127.0.0.1:80", "x86_64-conda-linux-gnu", "[]", "1.2.3"])
    func `what is no address is refused`(text: String) {
        #expect(ValueType.address.read(text) == nil)
    }

    @Test(arguments: [("1", 1), ("1000000", 1_000_000)])
    func `counts are read`(text: String, expected: Int) {
        #expect(ValueType.count(1...1_000_000).read(text) == expected)
    }

    @Test(arguments: ["0", "1000001", "1e3", "1_000", "", "-1"])
    func `what is no such count is refused`(text: String) {
        #expect(ValueType.count(1...1_000_000).read(text) == nil)
    }

    @Test(arguments: [
        ("true", true), ("1", true), ("yes", true), ("ON", true), ("false", false), ("0", false),
        ("no", false), ("off", false), ("maybe", nil), ("", nil),
    ])
    func `words for true and false are read`(text: String, expected: Bool?) {
        #expect(parseBoolean(text) == expected)
    }

    @Test(arguments: [("Dev.Example", "dev.example"), ("a:80", nil), ("", nil), ("a b", nil)])
    func `host names are read in lower case`(text: String, expected: String?) {
        #expect(ValueType.hostName.read(text) == expected)
    }
}
