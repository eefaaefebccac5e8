extension Problem {
    static func badValue(_ detail: String, _ hint: String) -> Problem {
        Problem(400, "Bad value", detail: detail, hint: hint)
    }

    static func conflict(_ one: String, _ other: String, hint: String) -> Problem {
        Problem(
            400,
            "Conflicting members",
            detail: "The members '\(one)' and '\(other)' exclude each other.",
            hint: hint
        )
    }
}
