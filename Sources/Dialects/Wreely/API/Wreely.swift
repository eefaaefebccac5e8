internal import MockPostlyContent
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyText
internal import WreelyContent

/// The API of the co-working community over one world.
///
/// Belongs to the loop's thread.
///
/// Errors are `{"error":true,"message":"..."}` with status 400: on 401 the app logs its user out.
package final class Wreely {
    let context: DialectContext
    let settings: Settings
    let members: WreelyMemberStore
    let codes: WreelyCodeStore
    let companies: WreelyCompanyStore
    let wall: WreelyWallStore
    let events: WreelyEventStore
    let rooms: WreelyRoomStore
    let directory: WreelyDirectoryStore
    let tokens: Tokens
    private static let router = Router(routes.map(withoutMount))

    package init(_ context: DialectContext, _ settings: Settings = Settings()) {
        let (work, world) = (context.domain.work, context.world)
        self.context = context
        self.settings = settings
        members = WreelyMemberStore(work, world)
        codes = WreelyCodeStore(work, world)
        companies = WreelyCompanyStore(work)
        wall = WreelyWallStore(work, world)
        events = WreelyEventStore(work)
        rooms = WreelyRoomStore(work)
        directory = WreelyDirectoryStore(work)
        tokens = Tokens(context, members)
    }

    // MARK: Requests

    /// Throws only faults of the server, mostly of the database.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        guard let (index, path, places) = Self.match(request) else {
            return (.now(Failure.noRoute.response), nil)
        }
        let reply: Reply
        do {
            reply = try Self.routes[index].handler(
                request,
                Call(self, request: request, path: path, places: places)
            )
        } catch {
            return (.now(try Self.answer(to: error)), index)
        }
        if case .now(var response) = reply {
            response.isRepeatable = response.status == 200 && Self.repeatable.contains(index)
            return (.now(response), index)
        }
        return (reply.mapping({ $0 }, catching: Self.answer), index)
    }

    /// Turns a refusal of the API into its response; throws any other error again.
    private static func answer(to error: any Error) throws -> Response {
        switch error {
        case let failure as Failure: failure.response
        case let error as WreelyBookingError: Failure(error).response
        case UserError.emailTaken: Failure.emailTaken.response
        default: throw error
        }
    }

    // The app survives no status but 200, 400 and 401, and 401 logs the user out.

    package func failure(for request: Request) -> Response { Failure.somethingWrong.response }

    package func overload(for request: Request) -> Response { Failure.busy.response }

    /// Any status, with the reason phrase as message.
    package func errorResponse(_ status: Int, to request: Request) -> Response {
        var failure = Failure(usualWords(for: status))
        failure.status = status
        return failure.response
    }

    package func excess(for request: Request) -> Response? { Failure.tooLarge.response }
}

// MARK: Routes

extension Wreely {
    /// The index in ``routes`` of the route that `request` would take; nil when there is none.
    ///
    /// Under any of its mounts.
    package static func route(of request: Request) -> Int? { match(request)?.index }

    private static func match(
        _ request: Request
    ) -> (index: Int, path: ArraySlice<UInt8>, places: PathParameters)? {
        let slash = UInt8(ascii: "/")
        // All mounts have the same routes, so what they begin with does not count.
        var path = request.rawPathWithoutPrefix.dropFirst().drop { $0 != slash }
        if path.starts(with: innerMount) { path = path.dropFirst(innerMount.count - 1) }
        while path.count > 1, path.last == slash { path.removeLast() }
        if case .route(let index, let places) = router.match(request.method, path),
            !isWord(places, path, index)
        {
            return (index, path, places)
        }
        // The values may be missing altogether.
        path = path + [slash, UInt8(ascii: "=")]
        if case .route(let index, let places) = router.match(request.method, path),
            places.names.last == "values"
        {
            return (index, path, places)
        }
        return nil
    }

    /// The second segment of the mount `/wreely/services`; no route begins with this word.
    private static let innerMount = Array("/services/".utf8)

    /// Words that stand where the values of other routes are.
    private static let words = ["cancel", "comments", "delete", "history", "likes"]

    /// Whether the last segment stands where values are expected, but is a word of another route.
    private static func isWord(
        _ places: PathParameters,
        _ path: ArraySlice<UInt8>,
        _ index: Int
    ) -> Bool {
        guard places.names.last == "values" else { return false }
        let last = path.suffix(places.range(at: places.names.count - 1).count)
        return words.contains { percentDecoded(last).elementsEqual($0.utf8) }
    }

    /// The route with a pattern that begins after the mount.
    private static func withoutMount(_ route: Route<Call>) -> Route<Call> {
        let path = route.pattern.dropFirst().drop { $0 != "/" }
        return Route(route.method, String(path), route.summary, route.handler)
    }
}

extension Failure {
    fileprivate init(_ error: WreelyBookingError) {
        self =
            switch error {
            case .taken: .roomTaken
            case .noSuchRoom: .unknownRoom
            case .noSuchMember: .unknownMember
            case .noTime: .badTime("end_time")
            }
    }
}
