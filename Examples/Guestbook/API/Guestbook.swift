internal import GuestbookContent
package import MockPostlyContent
package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
package import MockPostlyOptions
internal import MockPostlyText

/// A system that the program does not know: guests write lines into a book.
///
/// It proves that a dialect with a table, a member of seeds, an option and tokens of its own needs no
/// line of `Sources` but those in its folder.
package final class Guestbook: Dialect {
    package struct Settings: DialectSettings {
        /// What stands above the lines.
        package var greeting = "Welcome"

        package init() {}
    }

    package static let name = "guestbook"
    package static let title = "Guestbook"
    package static let claims: [PathClaim] = [.word("guestbook")]
    package static let routes: [Route<Guestbook>] = [
        .get("/guestbook", "all lines", { _, book in try book.list() }),
        .get("/guestbook/{id}", "one line", { try $1.show($0) }),
        .post("/guestbook", "a new line; needs a token", { try $1.write($0) }),
    ]
    package static let routeLines = routes.map { RouteLine($0, of: name) }
    package static let addresses = [DialectAddress("guestbook", path: "/guestbook")]
    package static let options = [
        Option<Settings>.value(
            "guestbook-greeting",
            "TEXT",
            \.greeting,
            .text,
            "what stands above the lines",
            "It is told with every list."
        )
    ]
    package static let tokens: TokenOffer? = TokenOffer(
        kinds: ["guest"],
        outline: "what a guest signs with",
        summary: "a token of a guest",
        user: TokenUser(TokenOption("guest", "NAME", "who writes"), noun: "name"),
        examples: [.init("--guest Ada", "for Ada")],
        hint: "any name will do"
    ).with { $0.hasClaims = false }
    package static let recordImport: RecordImport? = RecordImport.guestbook
    package static let content = [ContentPart.guestbook]

    private let context: DialectContext
    private let settings: Settings
    private let lines: GuestbookStore
    private var refusals = 0
    private static let router = Router(routes)

    package init(_ context: DialectContext, _ settings: Settings) {
        self.context = context
        self.settings = settings
        lines = GuestbookStore(work: context.domain.work)
    }

    // MARK: Requests

    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        guard case .route(let index, _) = Self.router.match(request.method, request.path) else {
            return (.now(Response(status: 404, contentType: "text/plain", text: "no page")), nil)
        }
        return (try Self.routes[index].handler(request, self), index)
    }

    package func failure(for request: Request) -> Response {
        Response(status: 500, contentType: "text/plain", text: "torn")
    }

    package func overload(for request: Request) -> Response {
        Response(status: 503, contentType: "text/plain", text: "crowded")
    }

    private func list() throws -> Response {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("greeting", settings.greeting)
        json.key("lines")
        json.beginArray()
        for line in try lines.all() { json.line(line) }
        json.endArray()
        json.endObject()
        return Response(contentType: "application/json", body: json.finish())
    }

    private func show(_ request: Request) throws -> Response {
        let id = request.path.dropFirst("/guestbook/".utf8.count)
        guard let id = Int64(String(decoding: id, as: UTF8.self)), let line = try lines.find(id)
        else { return Response(status: 404, contentType: "text/plain", text: "no line") }
        var json = JSONWriter(escaping: .utf8)
        json.line(line)
        return Response(contentType: "application/json", body: json.finish())
    }

    private func write(_ request: Request) throws -> Response {
        guard let guest = guest(of: request) else {
            refusals += 1
            return Response(status: 401, contentType: "text/plain", text: "who are you?")
        }
        request.findings?.asker = guest
        try lines.add(String(decoding: request.body, as: UTF8.self), by: guest)
        return Response(status: 201, contentType: "text/plain", text: "thank you, \(guest)")
    }

    // MARK: Tokens

    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        guard order.claims == nil else {
            throw TokenMismatch(.claims, "guests have none", hint: "leave them out")
        }
        return .now(
            IssuedToken(
                token: token(of: order.user),
                userID: order.user,
                email: "",
                expiresAt: nil
            )
        )
    }

    private func token(of guest: String) -> String {
        let key = HMACSHA256(key: Array(context.secret.utf8))
        return guest + "." + hexadecimal(key.authenticate(Array(guest.utf8)))
    }

    private func guest(of request: Request) -> String? {
        guard let field = request.authorization, field.hasPrefix("Bearer ") else { return nil }
        let sent = String(field.dropFirst(7))
        guard let dot = sent.lastIndex(of: ".") else { return nil }
        let guest = String(sent[..<dot])
        return sent.utf8.elementsEqual(token(of: guest).utf8) ? guest : nil
    }

    // MARK: Around requests

    package func forgetRequests() { refusals = 0 }

    package var figures: [Figure] {
        [Figure("guestbook_refusals", .gauge, help: "Guests without a token.", value: refusals)]
    }

    package var introduction: Introduction {
        var introduction = Introduction()
        introduction.lines = [
            .init("Guestbook", .address(scheme: "http", path: "/guestbook"))
        ]
        return introduction
    }
}

extension JSONWriter {
    fileprivate mutating func line(_ line: GuestbookStore.Line) {
        beginObject()
        field("id", line.id)
        field("guest", line.guest)
        field("text", line.text)
        endObject()
    }
}
