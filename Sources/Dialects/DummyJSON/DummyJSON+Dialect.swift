package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyDrift
package import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
package import MockPostlyRecorded

extension DummyJSON: Dialect {
    package static let name = "dummyjson"
    package static let title = "DummyJSON"
    package static let drift: DriftScenario? = .dummyJSON
    package static let recorded: (any RecordedRows.Type)? = DummyJSONRows.self
    package static let hosts = [
        "dummyjson.com", "www.dummyjson.com", "cdn.dummyjson.com", "robohash.org",
    ]
    /// Those that are asked for most come first, as lists show them.
    package static let claims: [PathClaim] = {
        let first = ["posts", "users", "products", "auth"]
        let others = Paths.firstWords.filter { !first.contains($0) }
        return (first + others).map { .word($0) }
    }()
    /// The routes as they are today, whatever the era of the settings is.
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let examples = [
        HelpExample(
            line: "curl 'http://localhost:8080/products?limit=1'",
            purpose: "ask it as DummyJSON"
        ),
        HelpExample(
            "serve",
            line: "mockpostly serve --systems dummyjson --dummyjson-writes keep",
            purpose: "only DummyJSON, with changes that are kept"
        ),
    ]
    package static let addresses = [DialectAddress("dummyjson", path: "")]
    package static let tokens: TokenOffer? = tokenOffer
    package static let recordImport: RecordImport? = documentImport

    /// Sets ``ContentPlan/documents``: without this dialect worlds have no documents.
    package static func plan(_ content: inout ContentPlan, _ settings: Settings) {
        content.documents = DocumentOrigin(settings.source) { settings.era.records($0) }
        content.documents.takesOldForms = settings.era == .legacy
    }

    /// The id of the user; nil for a token that is wrong or has expired.
    package func account(of request: Request) throws -> String? {
        Auth.holder(of: request, self).map { "\($0.id)" }
    }

    /// The id first, then e-mail address and user name.
    package func names(ofAccount account: String) throws -> [String] {
        guard let user = Int64(account).flatMap({ documents.find(.users, $0) }) else {
            return [account]
        }
        return [account] + ["email", "username"].compactMap { user[$0]?.string }
    }

    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        .now(
            try mint(
                for: order.user,
                isRefresh: order.kind == "refresh",
                lifetime: order.lifetime,
                claims: order.claims,
                fault: order.fault,
                site: order.site
            )
        )
    }

    /// Log-ins that are written in clients and tutorials: that of today, and that of the legacy
    /// era.
    private static let knownLogins = [("emilys", "emilyspass"), ("kminchelle", "0lelplR")]

    /// Logins are shown only where the present records have them.
    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.source = .records(settings.source.words)
        introduction.lines = [
            .init("Base URL", .address(scheme: "http", path: ""), note: counts)
        ]
        introduction.linesWhenAlone = [
            .init("Android emulator", .emulatorAddress(scheme: "http", path: ""))
        ]
        for (name, password) in presentLogins {
            introduction.lines.append(.logIn(name, password: password))
        }
        introduction.example = .init("/products?limit=1&select=title")
        if settings.usesSecureCookies {
            introduction.notes += Self.cookieNotes
        }
        return introduction
    }

    /// Those of the known log-ins that the present records have.
    private var presentLogins: [(String, String)] {
        // A start shows them, which would parse the users of this program for it.
        if documents.areUnread(.users) { return [Self.knownLogins[0]] }
        let users = documents.all(.users)
        return Self.knownLogins.filter { name, password in
            users.contains {
                $0["username"]?.string == name && $0["password"]?.string == password
            }
        }
    }

    /// What browsers do with the cookies of a log-in over http.
    ///
    /// Chrome (since 89) and Firefox (since 75) keep Secure cookies of `http://localhost`, Safari
    /// keeps none. A page and a server are of one site if their host names are the same.
    private static let cookieNotes = [
        "Log-in cookies are Secure: over http, Chrome and Firefox keep them from localhost only,"
            + " Safari from nowhere; MOCKPOSTLY_INSECURE_COOKIES=1 leaves Secure out.",
        "Pages on localhost get their cookies back from localhost, not from 127.0.0.1.",
    ]

    /// How many records there are of the kinds that are asked for most.
    private var counts: String {
        let shown: [(DocumentKind, String)] = [
            (.posts, "post"), (.users, "user"), (.products, "product"),
        ]
        return shown.map { kind, noun in
            let count = documents.count(kind)
            return count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
        }
        .joined(separator: ", ")
    }
}
