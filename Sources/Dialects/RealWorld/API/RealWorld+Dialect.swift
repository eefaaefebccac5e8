package import MockPostlyDialect
package import MockPostlyDrift
package import MockPostlyHTTP
internal import MockPostlyNouns
package import MockPostlyRecorded
internal import RealWorldContent

extension RealWorld: Dialect {
    package static let name = "realworld"
    package static let title = "RealWorld"
    package static let drift: DriftScenario? = .realWorld
    package static let recorded: (any RecordedRows.Type)? = RealWorldRows.self
    /// The names of servers that are gone.
    private static let oldHosts: [StaticString] = [
        "api.realworld.io", "conduit.productionready.io", "node-express-conduit.appspot.com",
    ]
    package static let hosts = oldHosts.map(\.description) + ["api.realworld.show"]
    package static let claims: [PathClaim] = [.below("/realworld"), .below("/api")]
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses = [
        DialectAddress("realworld", path: "/realworld/api"),
        // For clients that join a relative path, such as those of iOS and Retrofit.
        DialectAddress("realworldSlash", path: "/realworld/api/"),
    ]
    package static let tokens: TokenOffer? = tokenOffer

    /// Whether a request is for a name that is gone.
    static func isOld(_ request: Request) -> Bool { oldHosts.contains { request.isFor($0) } }

    /// The number of the person; nil for a token that is wrong or has expired.
    package func account(of request: Request) throws -> String? {
        do {
            return try tokens.person(of: request).map { "\($0.id)" }
        } catch is Failure {
            return nil
        }
    }

    /// The number first, then e-mail address and username.
    package func names(ofAccount account: String) throws -> [String] {
        guard let person = try Int64(account).flatMap(people.find) else { return [account] }
        return [account, person.email, person.username]
    }

    /// Log-ins are shown only where the content has them.
    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.source = .seed
        introduction.lines = [
            .init("RealWorld", .address(scheme: "http", path: "/realworld/api")),
            .init("RealWorld on iOS", .address(scheme: "http", path: "/realworld/api/")),
        ]
        introduction.linesWhenAlone = [
            .init("Android emulator", .emulatorAddress(scheme: "http", path: "/realworld/api/"))
        ]
        introduction.addStandardLogIns(of: context.domain.users)
        introduction.example = .init("/realworld/api/articles?limit=1")
        return introduction
    }
}
