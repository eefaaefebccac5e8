import MockPostlyContent
import MockPostlyCrypto
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyOptions
import MockPostlyWorld

/// What the dialects of these tests have in common: they have no routes.
protocol TestDialect: Dialect {}

extension TestDialect {
    static var claims: [PathClaim] { [.word(name)] }
    static var routeLines: [RouteLine] { [] }

    func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        (.now(Response(status: 404)), nil)
    }

    func failure(for request: Request) -> Response { Response(status: 500) }
    func overload(for request: Request) -> Response { Response(status: 503) }
}

/// A system with records, settings, log-ins and tokens.
final class Shop: TestDialect {
    struct Settings: DialectSettings {
        var writes = "keep"
        var era = "modern"
    }

    static let name = "shop"
    static let title = "Shop & Co"
    static let addresses = [
        DialectAddress("shop", path: "/shop"), DialectAddress("old", path: "/old"),
    ]
    static let options = [
        Option<Settings>.value("shop-writes", "WORD", \.writes, .text, "writes", "")
            .with { $0.isPerWorld = true },
        Option<Settings>.value("shop-era", "WORD", \.era, .text, "era", "")
            .with { $0.isPerWorld = true },
    ]
    static let tokens: TokenOffer? = TokenOffer(
        kinds: ["access", "refresh"],
        outline: "who buys",
        summary: "a token of a buyer",
        user: .email,
        examples: [],
        hint: "Mira buys here"
    ).with { $0.users = (collection: "things", member: "name") }

    /// The answer to every request, if any.
    var page: Response?
    /// The target of each request.
    private(set) var asked: [String] = []
    let shelf = Shelf()
    var loginCodes: [LoginCode] = []
    /// The last token that was asked for, with whether links in it are for clients with TLS.
    private(set) var minted: MintOrder?
    /// How many tokens were made and records changed.
    var orders: Int { shelf.changes + tokens }
    private var tokens = 0
    /// How often all clients were disconnected.
    private(set) var endings = 0

    init(_ context: DialectContext, _ settings: Settings) {}

    func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        asked.append(String(decoding: request.target, as: UTF8.self))
        return (.now(page ?? Response(status: 404)), nil)
    }

    var collections: [RecordCollection] { [shelf.collection, Shelf.closed] }

    func disconnectAll() { endings += 1 }

    /// Mira alone has an account.
    func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        guard ["7", "mira.sol@example.com"].contains(order.user) else { return .now(nil) }
        minted = order
        tokens += 1
        return .now(
            IssuedToken(
                token: "t.o.k",
                userID: "7",
                email: "mira.sol@example.com",
                expiresAt: order.kind == "refresh" ? nil : Instant.sample.seconds
            )
        )
    }

    var introduction: Introduction {
        var introduction = Introduction()
        introduction.lines = [
            .init("iOS", .address(scheme: "http", path: "/shop/"), note: "with the slash"),
            .init("Android emulator", .emulatorAddress(scheme: "http", path: "/shop")),
            .init("Login", .text("mira@example.com"), note: "mira's <secret>"),
        ]
        return introduction
    }
}

/// A system with a socket, and tokens of its own kind.
final class Feed: TestDialect {
    struct Settings: DialectSettings {}

    static let name = "feed"
    static let title = "Feed"
    static let addresses = [DialectAddress("socket", scheme: "ws", path: "/feed")]
    static let options: [Option<Settings>] = []
    static let tokens: TokenOffer? = TokenOffer(
        kinds: ["id"],
        outline: "who reads",
        summary: "a token of a reader",
        user: .email,
        examples: [],
        hint: "nobody reads yet"
    )

    init(_ context: DialectContext, _ settings: Settings) {}

    var introduction: Introduction {
        var introduction = Introduction()
        introduction.lines = [.init("Token", .text("feed-token"), note: "mira@example.com")]
        return introduction
    }
}

/// A system of which a phone needs to know nothing.
final class Nothing: TestDialect {
    struct Settings: DialectSettings {}

    static let name = "nothing"
    static let title = "Nothing"
    static let addresses: [DialectAddress] = []
    static let options: [Option<Settings>] = []

    init(_ context: DialectContext, _ settings: Settings) {}
}
