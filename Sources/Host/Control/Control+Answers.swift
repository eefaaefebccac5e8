package import MockPostlyHTTP

/// What the control plane says to requests that come to no handler of its own.
extension Control {
    /// The refusal of a client whose order came to `error`.
    package static func response(to error: HostError) -> Response {
        Problem(error).response
    }

    /// The answer to a body that is larger than the server takes.
    package static let excess =
        Problem(
            413,
            "Too large",
            detail: "The body is larger than the server takes.",
            hint: "Start it with a larger --max-body, or for an import with a larger --max-import."
        ).response

    /// The answer when too much slow work waits.
    package static let overload =
        Problem(
            503,
            "Busy",
            detail: "Too much slow work waits already.",
            hint: "Ask again in a moment."
        ).response

    /// The answer when the server failed; what went wrong is for its log alone.
    package static let failure =
        Problem(
            500,
            "Failure",
            detail: "The server could not do this.",
            hint: "Its log says why."
        ).response
}
