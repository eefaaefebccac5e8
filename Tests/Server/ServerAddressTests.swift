import MockPostlyContent
import MockPostlyNouns
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct ServerAddressTests {
    @Test(arguments: [
        ("localhost", "http://localhost:8080"), ("127.0.0.1", "http://127.0.0.1:8080"),
        ("0.0.0.0", "http://127.0.0.1:8080"), ("::", "http://[::1]:8080"),
        ("::1", "http://[::1]:8080"), ("fe80::1", "http://[fe80::1]:8080"),
        ("192.168.1.2", "http://192.168.1.2:8080"), ("127.0.0.5", "http://127.0.0.5:8080"),
        (Configuration.everywhere, "http://localhost:8080"),
    ])
    func `a host is shown as one can call it`(host: String, url: String) {
        let address = ServerAddress(host: host, port: 8080)
        #expect(address.url == url)
        #expect(address.port == 8080)
        #expect(address.controlURL == url + "/__mockpostly/v1")
    }

    @Test(arguments: ["localhost", Configuration.everywhere])
    func `localhost with one address only is shown by number`(host: String) {
        let address = ServerAddress(host: host, port: 8080, hasBothFamilies: false)
        #expect(address.url == "http://127.0.0.1:8080")
    }

    @Test(arguments: [
        ("localhost", true), ("127.0.0.1", true), ("127.1.2.3", true), ("::1", true),
        ("0.0.0.0", false), ("::", false), ("192.168.1.2", false), ("fe80::1", false),
        ("12.7.0.0", false), (Configuration.everywhere, false),
    ])
    func `only loopback is this machine's alone`(host: String, isLoopbackOnly: Bool) {
        var configuration = Configuration()
        configuration.host = host
        #expect(configuration.isLoopbackOnly == isLoopbackOnly)
    }

    @Test
    func `unless told the server is on loopback, in memory, with the standard seed`() {
        let configuration = Configuration()
        #expect(configuration.isLoopbackOnly)
        #expect(configuration.port == 8080)
        #expect(configuration.dataFile == nil)
        #expect(configuration.seed == .standard)
        #expect(configuration.jwtSecret == "your-secret-key")
    }
}
