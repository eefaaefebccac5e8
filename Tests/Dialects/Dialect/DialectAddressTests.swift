import MockPostlyDialect
import Testing

@Suite
struct DialectAddressTests {
    @Test(arguments: [
        (DialectAddress("a", path: "/api"), "http://localhost:8080/w/one/api"),
        (DialectAddress("b", path: ""), "http://localhost:8080/w/one"),
        (DialectAddress("c", scheme: "ws", path: "/s"), "ws://localhost:8080/w/one/s"),
    ])
    func `the path stands behind that of the world`(address: DialectAddress, url: String) {
        #expect(address.url(at: "localhost:8080/w/one") == url)
    }
}
