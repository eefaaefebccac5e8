package import MockPostlyDomain
package import MockPostlyHTTP
package import MockPostlyWorld

/// The photo search of Pexels over the photographs in this program.
///
/// Belongs to the loop's thread.
package final class Pexels: Responder {
    /// What it is told before it starts.
    package struct Settings: Sendable, Equatable {
        /// The keys that are good; any is when there are none.
        package var keys: [String] = []
        /// Requests that a key may make in a month.
        package var monthlyLimit = 20_000
        /// Whether a request beyond the limit is refused.
        package var refusesOverLimit = false
        /// Whether a query that matches nothing finds nothing, instead of a choice of photographs.
        package var isStrict = false
        /// Whether drawn pictures are remembered; the bytes are the same either way.
        package var usesCaches = true

        package init() {}
    }

    let world: World
    let settings: Settings
    /// Read at its first use: a start does not wait for it.
    private(set) lazy var catalogue = readCatalogue()
    private let readCatalogue: () -> PhotoCatalogue
    let pictures: PictureCache
    private var quota: Quota
    private static let router = Router(routes)

    /// The search over `catalogue`, by the clock of `world`; pictures are remembered within
    /// `budget`.
    package init(
        _ world: World,
        _ settings: Settings = Settings(),
        budget: CacheBudget = CacheBudget(),
        catalogue: @autoclosure @escaping () -> PhotoCatalogue = .standard
    ) {
        self.world = world
        self.settings = settings
        readCatalogue = catalogue
        pictures = PictureCache(budget, isOn: settings.usesCaches)
        quota = Quota(monthlyLimit: settings.monthlyLimit)
    }

    /// Whether a path whose first segment is `word`, as sent, belongs to this API.
    package static func owns(firstSegment word: ArraySlice<UInt8>) -> Bool {
        ["v1", "photos", "photo"].contains { word.elementsEqual($0.utf8) }
    }

    /// Gives the memory of the drawn pictures back.
    package func forgetAnswers() { pictures.forgetAll() }

    /// Forgets how often each key was used.
    package func forgetRequests() {
        quota = Quota(monthlyLimit: settings.monthlyLimit)
    }

    // MARK: Requests

    package func respond(to request: Request) throws -> (reply: Reply, route: Int?) {
        if request.method == .options { return (.now(Heading.preflight(request)), nil) }
        let path = request.pathWithoutSlash
        var rate: [Response.Field] = []
        do {
            if path.starts(with: "/v1/".utf8) || path.elementsEqual("/v1".utf8) {
                rate = try admit(request)
            }
            guard case .route(let index, let places) = Self.router.match(request.method, path)
            else { throw Failure.notFound }
            var request = request
            request.parameters = places
            let call = Call(self, request)
            let reply = try Self.routes[index].handler(request, call)
            return (finished(reply, rate), index)
        } catch let failure as Failure {
            return (.now(Heading.finished(failure.response)), nil)
        }
    }

    /// Counts a request by its key; returns what its answer says about that.
    private func admit(_ request: Request) throws(Failure) -> [Response.Field] {
        guard let key = APIKey(request), key.isGood(for: settings.keys) else {
            throw .unauthorized
        }
        let passage = quota.count(key, at: world.now)
        guard passage.isWithinLimit || !settings.refusesOverLimit else { throw .tooManyRequests }
        return passage.fields
    }

    /// Adds what all answers have, and `rate` to those that are no refusal.
    private func finished(_ reply: Reply, _ rate: [Response.Field]) -> Reply {
        switch reply {
        case .now(var response):
            if (200...299).contains(response.status) { response.fields += rate }
            return .now(Heading.finished(response))
        case .later(var work):
            let finish = work.finish
            work.finish = { result in
                do {
                    return Heading.finished(try finish(result))
                } catch let failure as Failure {
                    return Heading.finished(failure.response)
                }
            }
            return .later(work)
        case .after, .held, .handOver: return reply
        }
    }

    package func failure(for request: Request) -> Response {
        Heading.finished(Failure.failed.response)
    }

    package func overload(for request: Request) -> Response {
        Heading.finished(Failure.busy.response)
    }

    /// The index in ``routes`` of the route that `request` would take; nil when there is none.
    package static func route(of request: Request) -> Int? {
        guard case .route(let index, _) = router.match(request.method, request.pathWithoutSlash)
        else { return nil }
        return index
    }
}

extension Request {
    /// The path without one slash at its end; the slash is in the original's own links.
    fileprivate var pathWithoutSlash: ArraySlice<UInt8> {
        path.count > 1 && path.last == UInt8(ascii: "/") ? path.dropLast() : path
    }
}
