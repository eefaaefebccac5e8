internal import MockPostlyOptions

/// The table of options in `docs/settings.md`.
enum MarkdownTable {
    /// One row for every option of the server.
    static var options: String {
        var text = "| option | variable | default | of | what |\n|---|---|---|---|---|\n"
        for option in ServerOptions.all where !option.isHidden {
            let short = option.short.map { "`-\($0)` " } ?? ""
            let flag = option.flag + (option.placeholder.map { " \($0)" } ?? "")
            let variables = (HelpText.variables(of: option) ?? "")
                .split(separator: ",").map { "`\($0.drop { $0 == " " })`" }.joined(separator: ", ")
            let standard = HelpText.defaultText(option).map { "`\($0)`" } ?? ""
            let owner = option.isPerWorld ? "a world" : "the server"
            let cells = ["\(short)`\(flag)`", variables, standard, owner, option.summary]
            text += "| " + cells.joined(separator: " | ") + " |\n"
        }
        return text
    }
}
