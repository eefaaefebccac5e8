package import MockPostlyDialect
package import MockPostlyHTTP
package import MockPostlyWorld
package import PexelsContent

/// The photo search of Pexels over the photographs in this program.
///
/// Belongs to the loop's thread.
///
/// Errors are `{"status":404,"code":"Not Found"}`. Every answer allows all origins.
package final class Pexels {
    let world: TimeAndChance
    let settings: Settings
    /// Read at its first use, so that the start does not wait for it.
    private(set) lazy var catalogue = readCatalogue()
    private let readCatalogue: () -> PhotoCatalogue
    let pictures: PictureCache
    private var quota: Quota
    private static let router = Router(routes)

    package convenience init(_ context: DialectContext, _ settings: Settings = Settings()) {
        self.init(context.world, settings, pictures: context.pictures)
    }

    /// A search over `catalogue`; the quota follows the clock of `world`.
    ///
    /// - Parameters:
    ///   - world: gives the time of the quota.
    ///   - settings: of the server or of the world.
    ///   - pictures: keeps what is drawn.
    ///   - catalogue: made when the first request needs it.
    package init(
        _ world: TimeAndChance,
        _ settings: Settings = Settings(),
        pictures: PictureCache,
        catalogue: @autoclosure @escaping () -> PhotoCatalogue = .standard
    ) {
        self.world = world
        self.settings = settings
        readCatalogue = catalogue
        self.pictures = pictures
        quota = Self.fullQuota(settings)
    }

    private static func fullQuota(_ settings: Settings) -> Quota {
        // The default quota of the original.
        Quota(monthlyLimit: settings.limit ?? 20_000)
    }

    /// Resets the quota of every key.
    package func forgetRequests() {
        quota = Self.fullQuota(settings)
    }

    // MARK: Requests

    /// Throws only faults of the server.
    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if request.method == .options { return (.now(Heading.preflight(request)), nil) }
        var request = request
        // The official client joins its paths with two slashes: `/v1//search`.
        request.mergeSlashes()
        let path = request.pathWithoutSlash
        var rate: [Response.Field] = []
        let match = Self.router.match(request.method, path)
        do {
            if path.starts(with: "/v1/".utf8) || path.elementsEqual("/v1".utf8) {
                rate = try admit(request)
            }
            if path.starts(with: "/@".utf8),
                let page = try PhotographerPage.page(for: request, Call(self, request))
            {
                return (.now(Heading.finished(page)), nil)
            }
            guard case .route(let index, let places) = match else { throw Failure.notFound }
            request.parameters = places
            let call = Call(self, request)
            let reply = try Self.routes[index].handler(request, call)
            return (Self.finished(reply, rate), index)
        } catch let failure as Failure {
            // A refusal is that of its route.
            var route: Int?
            if case .route(let index, _) = match { route = index }
            return (.now(Heading.finished(failure.response)), route)
        }
    }

    /// Checks the key and counts the request; returns the rate-limit fields of the response.
    private func admit(_ request: Request) throws(Failure) -> [Response.Field] {
        guard let key = APIKey(request), key.isGood(for: settings.keys) else {
            throw .unauthorized
        }
        let status = quota.count(key, at: world.now)
        guard status.isWithinLimit || settings.limit == nil else { throw .tooManyRequests }
        return status.fields
    }

    /// Adds the CORS fields to every response, and `rate` to those that are no refusal.
    private static func finished(_ reply: Reply, _ rate: [Response.Field]) -> Reply {
        reply.mapping(
            { response in
                var response = response
                if (200...299).contains(response.status) { response.fields += rate }
                return Heading.finished(response)
            },
            catching: answer
        )
    }

    /// Turns a refusal of the API into its response; throws any other error again.
    private static func answer(to error: any Error) throws -> Response {
        guard let failure = error as? Failure else { throw error }
        return failure.response
    }

    /// Status 500 in the shape of the API.
    package func failure(for request: Request) -> Response {
        Heading.finished(Failure.failed.response)
    }

    package func errorResponse(_ status: Int, to request: Request) -> Response {
        Heading.finished(Failure.response(status, usualWords(for: status)))
    }

    package func overload(for request: Request) -> Response {
        Heading.finished(Failure.busy.response)
    }

    /// The index in ``routes`` of the route that `request` would take; nil when there is none.
    ///
    /// A slash at the end and doubled slashes do not matter.
    package static func route(of request: Request) -> Int? {
        var request = request
        request.mergeSlashes()
        guard case .route(let index, _) = router.match(request.method, request.pathWithoutSlash)
        else { return nil }
        return index
    }
}

extension Request {
    /// The path without one trailing slash, which the original's own links have.
    fileprivate var pathWithoutSlash: ArraySlice<UInt8> {
        path.count > 1 && path.last == UInt8(ascii: "/") ? path.dropLast() : path
    }
}
