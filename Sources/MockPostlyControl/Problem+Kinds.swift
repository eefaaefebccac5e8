extension Problem {
    package static func unknownWorld(_ name: String, known: [String]) -> Problem {
        Problem(
            404,
            "Unknown world",
            detail: "There is no world '\(shortened(name))'.",
            hint: "The worlds are: \(enumerated(known))."
        )
    }

    package static func unknownSnapshot(_ name: String, known: [String]) -> Problem {
        Problem(
            404,
            "Unknown snapshot",
            detail: "There is no snapshot '\(shortened(name))'.",
            hint: known.isEmpty
                ? "There are no snapshots; POST /__mockpostly/v1/snapshots makes one."
                : "The snapshots are: \(enumerated(known))."
        )
    }

    package static func unknownScenario(_ name: String, known: [String]) -> Problem {
        Problem(
            400,
            "Unknown scenario",
            detail: "There is no scenario '\(shortened(name))'.",
            hint: "The scenarios are: \(enumerated(known))."
        )
    }

    package static var notReady: Problem {
        Problem(
            503,
            "Not ready",
            detail: "The content is still being loaded.",
            hint: "Ask again; requests sent now are answered when it is loaded."
        )
    }

    /// Reads are answered, and what is written is refused.
    static func notWritable(_ words: String) -> Problem {
        Problem(
            503,
            "Not writable",
            detail: "Nothing can be written: \(words).",
            hint: "Put the data file back where it was, and restart the server."
        )
    }

    static func badValue(_ detail: String, _ hint: String) -> Problem {
        Problem(400, "Bad value", detail: detail, hint: hint)
    }

    static func conflict(_ one: String, _ other: String, _ hint: String) -> Problem {
        Problem(
            400,
            "Conflicting members",
            detail: "The members '\(one)' and '\(other)' exclude each other.",
            hint: hint
        )
    }
}
