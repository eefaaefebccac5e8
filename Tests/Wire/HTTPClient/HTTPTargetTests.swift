import Testing

@testable import MockPostlyHTTPClient

@Suite struct HTTPTargetTests {
    @Test(arguments: [
        ("http://localhost", HTTPTarget.network(host: "localhost", port: 80)),
        ("http://127.0.0.1:8080", .network(host: "127.0.0.1", port: 8080)),
        ("http://127.0.0.1:8080/api/", .network(host: "127.0.0.1", port: 8080)),
        ("HTTP://[::1]:9", .network(host: "::1", port: 9)),
        ("http://[::1]", .network(host: "::1", port: 80)),
        ("unix:///run/m.sock", .unix("/run/m.sock")),
        ("unix:/run/m.sock", .unix("/run/m.sock")),
        ("unix://m.sock", .unix("m.sock")),
        ("http://mock:8080", .network(host: "mock", port: 8080)),
        ("http://mock_1.Example.com/api", .network(host: "mock_1.Example.com", port: 80)),
        ("http://a1.b2", .network(host: "a1.b2", port: 80)),
        ("http://localhost.:8080", .network(host: "localhost", port: 8080)),
        ("http://mock.example.com.", .network(host: "mock.example.com", port: 80)),
    ])
    func `addresses are read`(url: String, expected: HTTPTarget) {
        #expect(HTTPTarget(url: url) == expected)
    }

    @Test(arguments: [
        "", "localhost:8080", "https://localhost", "http://", "http://:80", "http://a:b",
        "http://127.0.0.1:99999", "http://a..b", "http://1.2.3", "http://256.0.0.1",
        "http://[mock]:1",
        "http://a b", "http://é", "http://.a", "http://a..", "http://.", "http://127.0.0.1.",
        "unix://", "http://u@h:1", "unix:",
    ])
    func `what is no address is refused`(url: String) {
        #expect(HTTPTarget(url: url) == nil)
    }

    @Test func `a target has a URL and a name for the Host field`() {
        let six = HTTPTarget.network(host: "::1", port: 9)
        #expect(six.description == "http://[::1]:9" && six.authority == "[::1]:9")
        let socket = HTTPTarget.unix("/run/m.sock")
        #expect(socket.description == "unix:///run/m.sock" && socket.authority == "localhost")
    }
}
