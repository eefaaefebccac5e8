internal import MockPostlyOptions

/// What `mockpostly routes` prints of a description.
struct RouteWords: Sendable {
    /// Whether what is wrong with the description is listed too.
    var showsWarnings = false
    /// Whether the guess is printed as a file that corrects it.
    var isOverlay = false
}

extension CommandOptions {
    static let listFormat = Option(
        name: "output",
        short: "o",
        kind: .value("FORMAT"),
        reach: .commandLine,
        summary: "text or json",
        expected: "text or json",
        completion: .words(["text", "json"]),
        take: { text, _, settings in
            guard ["text", "json"].contains(text) else { return false }
            settings.isJSON = text == "json"
            return true
        },
        show: { .text($0.isJSON ? "json" : "text") }
    )

    static let warnings = Option.request(
        "warnings",
        \.routes.showsWarnings,
        "list what is wrong with the description, too"
    )

    static let overlay = Option.request(
        "overlay",
        \.routes.isOverlay,
        "print the guess as an overlay, to be edited"
    )
}
