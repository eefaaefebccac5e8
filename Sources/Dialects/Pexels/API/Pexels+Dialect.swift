package import MockPostlyDialect
package import MockPostlyDrift
internal import MockPostlyHTTP

extension Pexels: Dialect {
    package static let name = "pexels"
    package static let title = "Pexels"
    package static let drift: DriftScenario? = .pexels
    package static let hosts = [
        "api.pexels.com", "www.pexels.com", "pexels.com", "images.pexels.com",
    ]
    package static let claims: [PathClaim] = [.below("/v1"), .below("/photos"), .below("/photo")]
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let examples = [
        HelpExample(
            line: "curl -H 'Authorization: key' 'http://localhost:8080/v1/search?query=lake'",
            purpose: "ask it as Pexels"
        )
    ]
    package static let addresses = [DialectAddress("pexels", path: "/v1")]

    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.lines = [
            .init(
                "Image search",
                .address(scheme: "http", path: "/v1/"),
                note: settings.keys.isEmpty ? "any key" : "with a key"
            )
        ]
        introduction.linesWhenAlone = [
            .init("Android emulator", .emulatorAddress(scheme: "http", path: "/v1/"))
        ]
        introduction.example = .init(
            "/v1/search?query=lake&per_page=1",
            header: "Authorization: \(settings.keys.first ?? "any-key")"
        )
        return introduction
    }
}
