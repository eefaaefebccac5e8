package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
package import MockPostlyOptions

extension Postly: Dialect {
    /// Empty: Postly has no settings yet.
    package struct Settings: DialectSettings {
        package init() {}
    }

    package static let name = "postly"
    package static let title = "Postly"
    package static let claims: [PathClaim] = [.below("/api")]
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses = [DialectAddress("postly", path: "/api")]
    package static let options: [Option<Settings>] = []
    package static let tokenKinds = ["access"]
    package static let tokenHint =
        "Name a person by e-mail or id, such as 'mira.sol@example.com'."

    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        .now(
            try mint(
                for: order.user,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: order.fault
            )
        )
    }

    package var figures: [Figure] {
        let statistics = bodies.statistics
        return [
            Figure(
                "cache_hits_total",
                .counter,
                "Answers and posts found in the cache.",
                statistics.hits
            ),
            Figure(
                "cache_misses_total",
                .counter,
                "Answers and posts made anew.",
                statistics.misses
            ),
            Figure(
                "cache_entries",
                .gauge,
                "Answers and posts in the cache.",
                statistics.entries
            ),
            Figure(
                "cache_bytes",
                .gauge,
                "Bytes of answers and posts in the cache.",
                statistics.bytes
            ),
        ]
    }

    /// Users of the standard seed, as the README names them, with their passwords.
    private static let knownLogins = [
        ("mira.sol@example.com", "mira.sol-postly"),
        ("theo.lindqvist@example.com", "theo.lindqvist-postly"),
    ]

    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.source = .seed
        introduction.lines = [
            .init("iOS", .address(scheme: "http", path: "/api/"), note: "with the slash"),
            .init("Android emulator", .emulatorAddress(scheme: "http", path: "/api")),
            .init("Web", .address(scheme: "http", path: "/api")),
        ]
        // A data file may not have these users.
        for (email, password) in Self.knownLogins
        where (try? users.hasAccount(email: email)) == true {
            introduction.lines.append(.init("Login", .text(email), note: password))
        }
        return introduction
    }
}
