internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyStubs
internal import MockPostlyWorlds

/// The part of WireMock's `/__admin` that its clients use for mappings, scenarios and
/// requests.
///
/// It is another way to the stubs and the journal of a world, and follows the rules of the control plane.
enum WireMock {
    static let prefix = "/__admin"

    /// All routes; each part of WireMock's API has a file of its own.
    static let routes: [Route<Control.Call>] =
        WireMockMappings.routes + WireMockScenarios.routes + WireMockRequests.routes
        + WireMockNearMisses.routes + WireMockSystem.routes
    private static let router = Router(routes)

    /// Whether `path` is `/__admin` or below it.
    static func owns(_ path: ArraySlice<UInt8>) -> Bool {
        path.starts(with: prefix.utf8)
            && (path.count == prefix.utf8.count
                || path[path.startIndex + prefix.utf8.count] == UInt8(ascii: "/"))
    }

    /// Answers a request in WireMock's words; throws only internal errors.
    static func respond(to request: Request, _ call: Control.Call) throws -> Reply {
        var request = request
        do {
            switch router.match(request.method, request.path) {
            case .route(let index, let parameters):
                request.parameters = parameters
                return try routes[index].handler(request, call)
            case .methodNotAllowed(let methods):
                let allow = methods.map(\.name).joined(separator: ", ")
                var response = errors(405, "Method not allowed", "Use \(allow)")
                response.fields.append(.init("Allow", allow))
                return .now(response)
            case .notFound:
                let known = routes.map { "\($0.method.name) \($0.pattern)" }
                return .now(errors(404, "Not found", "There is \(known.joined(separator: ", "))"))
            }
        } catch {
            guard let response = response(to: error) else { throw error }
            return .now(response)
        }
    }

    /// The answer to a refusal; nil for an internal error.
    private static func response(to error: any Error) -> Response? {
        switch error {
        case let fault as MappingFault:
            errors(422, fault.title, fault.detail, pointer: fault.pointer)
        case let problem as Problem: errors(problem)
        case let error as TooManySteps: errors(Problem(error))
        case let error as HostError: errors(Problem(error))
        case let refusal as StubRefusal: errors(Problem(refusal))
        default: nil
        }
    }

    /// The answer to any error, for one that comes later.
    static func refusal(of error: any Error) -> Response {
        response(to: error) ?? Control.failure
    }

    // MARK: Answers

    private static func errors(_ problem: Problem) -> Response {
        errors(problem.status, problem.title, "\(problem.detail) \(problem.hint)")
    }

    private static func errors(
        _ status: Int,
        _ title: String,
        _ detail: String,
        pointer: String? = nil
    ) -> Response {
        .object(status: status) { json in
            json.list("errors", [title]) { title, json in
                json.beginObject()
                // The codes of WireMock's own errors are from 10 on.
                json.field("code", 10)
                if let pointer {
                    json.key("source")
                    json.beginObject()
                    json.field("pointer", pointer)
                    json.endObject()
                }
                json.field("title", title)
                json.field("detail", detail)
                json.endObject()
            }
        }
    }

    /// The whole number in a parameter of a query; nil without one.
    static func number(_ name: String, _ query: Query) throws(MappingFault) -> Int? {
        guard let text = query[name] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw MappingFault(
                pointer: name,
                title: "Bad parameter",
                detail: "The parameter '\(name)' must be a whole number from 0"
            )
        }
        return number
    }

    /// The empty object, WireMock's answer when there is nothing to say.
    static var done: Response { .object { _ in } }
}
