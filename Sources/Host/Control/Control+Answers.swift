package import MockPostlyHTTP
package import MockPostlyWorlds

/// Responses of the control plane to requests that do not reach a handler.
extension Control {
    /// The problem document for `error`.
    ///
    /// Its status and words are those of ``Problem/init(_:)``.
    package static func response(to error: HostError) -> Response {
        Problem(error).response
    }

    /// The response to a body over max-body or max-import.
    ///
    /// Status 413.
    package static let excess =
        Problem(
            413,
            "Too large",
            detail: "The body is larger than the limit of the server.",
            hint:
                "Start it with a larger MOCKPOSTLY_MAX_BODY, or for an import MOCKPOSTLY_MAX_IMPORT."
        ).response

    /// The response when the worker's queue is full.
    ///
    /// Status 503; the client may try again.
    package static let overload =
        Problem(
            503,
            "Busy",
            detail: "Too much slow work is waiting already.",
            hint: "Ask again in a moment."
        ).response

    /// The response when another program has kept the data file locked.
    package static let locked: Response = {
        var response =
            Problem(
                503,
                "Data file locked",
                detail: "Another program has kept the data file locked for five seconds.",
                hint: "Ask again when it is done; nothing was changed."
            ).response
        response.fields.append(.init("Retry-After", "1"))
        return response
    }()

    /// The response to an internal error, which only the log describes.
    ///
    /// Status 500.
    package static let failure =
        Problem(
            500,
            "Failure",
            detail: "The server could not do this.",
            hint: "Its log says why."
        ).response
}
