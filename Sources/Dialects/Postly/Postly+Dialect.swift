package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyDrift
package import MockPostlyHTTP
internal import MockPostlyNouns
package import MockPostlyRecorded

extension Postly: Dialect {
    package static let name = "postly"
    package static let title = "Postly"
    package static let drift: DriftScenario? = .postly
    package static let recorded: (any RecordedRows.Type)? = PostlyRows.self
    /// Only the portraits of the standard seed: the API has no host of its own.
    package static let hosts = [PictureDrawing.portraitHost]
    package static let claims: [PathClaim] = [.below("/api"), .below("/postly")]
    package static let isMeantForSure: (@Sendable (Request) -> Bool)? = StrayRequests.isPostlys
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses = [
        DialectAddress("postly", path: "/api"),
        // For clients that join a relative path, such as those of iOS and Retrofit.
        DialectAddress("postlySlash", path: "/api/"),
    ]
    package static let tokens: TokenOffer? = tokenOffer

    /// The account's id; nil for a token that is wrong or has expired.
    package func account(of request: Request) throws -> String? {
        guard let id = try? tokens.user(of: request) else { return nil }
        return id.text
    }

    /// The id first, then e-mail address and name.
    package func names(ofAccount account: String) throws -> [String] {
        do {
            let user = try users.find(User.ID(account))
            return [user.id.text, user.email, user.name]
        } catch UserError.noSuchUser {
            return [account]
        }
    }

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
                help: "Answers and posts found in the cache.",
                value: statistics.hits
            ),
            Figure(
                "cache_misses_total",
                .counter,
                help: "Answers and posts made anew.",
                value: statistics.misses
            ),
            Figure(
                "cache_entries",
                .gauge,
                help: "Answers and posts in the cache.",
                value: statistics.entries
            ),
            Figure(
                "cache_bytes",
                .gauge,
                help: "Bytes of answers and posts in the cache.",
                value: statistics.bytes
            ),
        ]
    }

    /// Logins are shown only where the content has them.
    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.source = .seed
        introduction.lines = [
            .init("iOS", .address(scheme: "http", path: "/api/"), note: "with the slash"),
            .init("Android emulator", .emulatorAddress(scheme: "http", path: "/api")),
            .init("Web", .address(scheme: "http", path: "/api")),
        ]
        introduction.addStandardLogIns(of: users)
        introduction.example = .init("/api/posts?limit=1")
        return introduction
    }
}
