extension Problem {
    static func badValue(_ detail: String, _ hint: String) -> Problem {
        Problem(400, "Bad value", detail: detail, hint: hint)
    }

    /// Two of the `things`, such as `members` or `parameters`, that may not stand together.
    static func conflict(
        _ one: String,
        _ other: String,
        of things: String = "members",
        hint: String
    ) -> Problem {
        Problem(
            400,
            "Conflicting \(things)",
            detail: "The \(things) '\(one)' and '\(other)' exclude each other.",
            hint: hint
        )
    }

    /// A value under its present name and the one that it had in the version before; `path` is the
    /// place of both.
    static func bothNames(
        _ former: String,
        _ name: String,
        of things: String = "members",
        in path: String = ""
    ) -> Problem {
        let hint = "'\(former)' is the former name of '\(name)'."
        return conflict(path + former, path + name, of: things, hint: hint)
    }
}
