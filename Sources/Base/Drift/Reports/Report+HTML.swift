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
        let lines = part.findings.map { "<li>\(escaped(line(of: $0)))</li>\n" }.joined()
        return """
            <details\(count == 0 ? "" : " open")>
            <summary>\(escaped(title)) — \(sum)</summary>
            <p class="rule">\(escaped(rule(of: part.step)))</p>
            <ul>
            \(lines)</ul>
            <table>
            <tr><th></th><th>real server</th><th>here</th></tr>
            \(rows(part))</table>
            </details>

            """
    }

    /// One line of the two answers.
    private struct Row {
        var path: String
        var name: String
        var real: String
        var here: String
    }

    private func rows(_ part: DriftOutcome.Part) -> String {
        var rows = [
            Row(
                path: "status",
                name: "status",
                real: part.real.map { "\($0.status)" } ?? "",
                here: part.here.map { "\($0.status)" } ?? ""
            )
        ]
        let names = [part.here, part.real].compactMap(\.self).flatMap { answer in
            answer.fields.map { $0.name.lowercased() }
        }
        var seen: Set<String> = []
        for name in names where seen.insert(name).inserted {
            let real = part.real?.values(of: name).joined(separator: "\n") ?? ""
            rows.append(
                Row(
                    path: "header \(name)",
                    name: name,
                    real: showsValues || name == "content-type" || real.isEmpty ? real : "…",
                    here: part.here?.values(of: name).joined(separator: "\n") ?? ""
                )
            )
        }
        add(
            part.real.flatMap { DriftComparison.parsed($0.body) },
            part.here.flatMap { DriftComparison.parsed($0.body) },
            at: "body",
            named: "body",
            depth: 0,
            to: &rows
        )
        let fields = Set(part.findings.map { withoutPlaces($0.field) })
        return rows.map { row in
            let isDrift = fields.contains(withoutPlaces(row.path))
            let cells = [row.name, row.real, row.here].map { "<td>\(escaped($0))</td>" }.joined()
            return "<tr\(isDrift ? " class=\"drift\"" : "")>\(cells)</tr>\n"
        }.joined()
    }

    private func add(
        _ real: Node?,
        _ here: Node?,
        at path: String,
        named name: String,
        depth: Int,
        to rows: inout [Row]
    ) {
        guard real != nil || here != nil else { return }
        let indent = String(repeating: "\u{2003}", count: depth)
        rows.append(
            Row(
                path: path,
                name: indent + name,
                real: real.map { shown($0, isReal: true) } ?? "",
                here: here.map { shown($0, isReal: false) } ?? ""
            )
        )
        let known = (here?.members ?? []).map(\.name)
        let others = (real?.members ?? []).map(\.name).filter { !known.contains($0) }
        for member in known + others {
            let isHidden = !showsValues && isSomebodys(member) && !known.contains(member)
            let name = isHidden ? "{…}" : member
            add(
                real?[member],
                here?[member],
                at: "\(path).\(name)",
                named: name,
                depth: depth + 1,
                to: &rows
            )
        }
        let (left, right) = (real?.elements ?? [], here?.elements ?? [])
        for index in 0..<max(left.count, right.count) {
            add(
                index < left.count ? left[index] : nil,
                index < right.count ? right[index] : nil,
                at: "\(path)[\(index)]",
                named: "[\(index)]",
                depth: depth + 1,
                to: &rows
            )
        }
    }

    private func shown(_ node: Node, isReal: Bool) -> String {
        switch node {
        case .object: "{ }"
        case .list(let elements): "[ ] \(elements.count)"
        case .null: "null"
        case .bool, .number, .text: isReal && !showsValues ? node.kind.rawValue : node.line
        }
    }
}
