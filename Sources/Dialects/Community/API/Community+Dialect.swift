internal import CommunityContent
package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyDrift
package import MockPostlyHTTP
internal import MockPostlyNouns
package import MockPostlyRecorded

extension Community: Dialect {
    package static let name = "community"
    package static let title = "Community"
    package static let drift: DriftScenario? = .community
    package static let recorded: (any RecordedRows.Type)? = CommunityRows.self
    /// Only the portraits of the standard seed: the API has no host of its own.
    package static let hosts = [PictureDrawing.portraitHost]
    package static let claims: [PathClaim] = [.below("/api/community"), .below("/community")]
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses = [
        DialectAddress("community", path: "/api/community"),
        DialectAddress("socket", scheme: "ws", path: "/community"),
    ]
    package static let examples = [
        HelpExample(
            "serve",
            line: "mockpostly serve --community-origin http://localhost:5173",
            purpose: "with sockets only for the pages of one web app"
        ),
        HelpExample(
            "socket send",
            line: "mockpostly socket send community:feed post_deleted '{\"id\": 1}'",
            purpose: "to all that listen"
        ),
    ]
    package static let topics = ["community:feed"]
    package static let tokens: TokenOffer? = tokenOffer

    /// The number of the account; nil for a token that is unknown or revoked.
    package func account(of request: Request) throws -> String? {
        try holder(of: request).map { "\($0.user)" }
    }

    /// The number first, then e-mail address, name and the id that Postly shows.
    package func names(ofAccount account: String) throws -> [String] {
        guard let member = try CommunityMember.ID(account).flatMap(members.find) else {
            return [account]
        }
        let user = try domain.users.account(of: member.id)
        return [account, member.email, member.name] + (user.map { [$0.text] } ?? [])
    }

    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        .now(
            try mint(
                for: order.user,
                lifetime: order.lifetime,
                claims: order.claims,
                fault: order.fault,
                mayStore: order.mayStore
            )
        )
    }

    package func settleEvents(arePermanent: Bool) {
        if arePermanent { publishEvents() } else { dropEvents() }
    }

    package var figures: [Figure] {
        [
            Figure(
                "channel_clients",
                .gauge,
                help: "Clients of the feed that are connected, by socket or by polling.",
                value: connectedClients
            )
        ]
    }

    /// The API tokens of users of the standard seed.
    private static let knownTokens = [
        "mira-sol-token-for-trying-the-feed-out-0000",
        "theo-lindqvist-token-for-trying-the-feed-00",
    ]

    /// The token is shown only when it is valid in this content.
    package var introduction: Introduction {
        let path = "/community/websocket"
        var introduction = Introduction()
        introduction.source = .seed
        introduction.lines = [
            .init("Feed", .address(scheme: "ws", path: path), note: "topic \(Self.topic)")
        ]
        introduction.linesWhenAlone = [
            .init("Android emulator", .emulatorAddress(scheme: "ws", path: path))
        ]
        for token in Self.knownTokens {
            guard let name = nameOfHolder(of: token) else { continue }
            introduction.lines.append(.init("Token", .text(token), note: name))
            introduction.example = .init(
                "/api/community/posts?limit=1",
                header: "Authorization: Bearer \(token)"
            )
            break
        }
        return introduction
    }

    private func nameOfHolder(of token: String) -> String? {
        do {
            return try authenticate(token: token).flatMap { try members.find($0.user)?.name }
        } catch {
            context.report(.failure("a token of the seed cannot be looked up: \(error)"))
            return nil
        }
    }
}
