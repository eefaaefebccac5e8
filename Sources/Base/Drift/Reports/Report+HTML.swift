extension DriftReport {
    /// A page with both answers side by side, without anything from elsewhere.
    package var html: String {
        let parts = outcome.parts.filter { $0.gap == nil }
        let sections = parts.map(section).joined()
        return """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Drift of \(escaped(outcome.scenario))</title>
            <style>\(Self.style)</style>
            <h1>\(escaped(outcome.scenario))</h1>
            <p>\(escaped(sum))</p>
            \(sections)</html>

            """
    }

    private static let style = """

        :root { color-scheme: light dark }
        body { font: 15px/1.5 system-ui, sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em }
        table { width: 100%; border-collapse: collapse; table-layout: fixed }
        th { text-align: left } th:first-child { width: 30% }
        td { font: 13px/1.4 ui-monospace, monospace; vertical-align: top; overflow-wrap: anywhere;
             border-top: 1px solid #8884; padding: 1px 6px }
        tr.drift td { background: #f002 } summary { cursor: pointer; padding: .4em 0 }
        summary b { color: #c00 } .rule { color: #888 }

        """

    private func section(_ part: DriftOutcome.Part) -> String {
        let count = part.findings.count
        let sum = count == 0 ? "same" : "<b>\(counted(count, "difference"))</b>"
        let title = "\(part.step.name): \(part.step.method) \(path(of: part.step))"
        let words = part.findings.map { line(of: $0, in: part) } + part.notes.map { line(of: $0) }
        let lines = words.map { "<li>\(escaped($0))</li>\n" }.joined()
        return """
            <details\(count == 0 ? "" : " open")>
            <summary>\(escaped(title)) — \(sum)</summary>
            <p class="rule">\(escaped(rule(of: part)))</p>
            <ul>
            \(lines)</ul>
            <table>
            <tr><th></th><th>real server</th><th>here</th></tr>
            \(rows(part).map(row).joined())</table>
            </details>

            """
    }

    private func row(_ row: DriftRow) -> String {
        let indent = String(repeating: "\u{2003}", count: row.depth)
        let cells = [indent + row.name, row.real, row.here].map { "<td>\(escaped($0))</td>" }
        return "<tr\(row.differs ? " class=\"drift\"" : "")>\(cells.joined())</tr>\n"
    }
}
