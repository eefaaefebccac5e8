extension String {
    /// The text with spaces after it, up to `width` characters.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}

/// `1 post`, `2 posts`.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Breaks text into lines of at most `width` characters, at spaces.
///
/// A longer word has a line of its own. Text between backquotes is not broken if it fits in a line.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    let pieces = words(of: text).flatMap { word in
        word.count <= width ? [word] : word.split(separator: " ").map(String.init)
    }
    for word in pieces {
        if line.isEmpty {
            line = word
        } else if line.count + 1 + word.count <= width {
            line += " " + word
        } else {
            lines.append(line)
            line = word
        }
    }
    return line.isEmpty ? lines : lines + [line]
}

private func words(of text: String) -> [String] {
    var words: [String] = []
    var isOpen = false
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
        if isOpen {
            words[words.count - 1] += " " + word
        } else {
            words.append(String(word))
        }
        if word.count(where: { $0 == "`" }) % 2 == 1 { isOpen.toggle() }
    }
    return words
}

/// Rows of text in columns as wide as their widest cell, two spaces apart.
///
/// With a `width` that the lines would exceed, the last column is broken at spaces. Where that is not
/// enough, a row becomes several lines; with a row of headings, `hasHead`, each with its heading.
func table(_ rows: [[String]], width: Int? = nil, hasHead: Bool = false) -> String {
    var widths: [Int] = []
    for row in rows {
        for (column, cell) in row.enumerated() {
            if column == widths.count { widths.append(0) }
            widths[column] = max(widths[column], cell.count)
        }
    }
    let start = widths.dropLast().reduce(0) { $0 + $1 + 2 }
    guard let width, start + (widths.last ?? 0) > width else {
        return rows.map { line($0, widths) + "\n" }.joined()
    }
    let cells = rows.compactMap { $0.count == widths.count ? $0.last : nil }
    let longest = cells.flatMap { wrapped($0, width: 0) }.map(\.count).max() ?? 0
    guard start + max(longest, leastRoom) <= width else {
        return hasHead ? records(rows, width) : stacked(rows, width)
    }
    return rows.map { row -> String in
        guard row.count == widths.count, let last = row.last else {
            return line(row, widths) + "\n"
        }
        let lines = wrapped(last, width: width - start)
        let first = line(row.dropLast() + [lines.first ?? ""], widths)
        let indent = String(repeating: " ", count: start)
        return ([first] + lines.dropFirst().map { indent + $0 }).map { $0 + "\n" }.joined()
    }
    .joined()
}

/// The least width of a last column that is worth breaking its cells for.
private let leastRoom = 20

private func line(_ row: [String], _ widths: [Int]) -> String {
    var line = ""
    for (column, cell) in row.enumerated() {
        line += column == row.count - 1 ? cell : cell.padded(to: widths[column] + 2)
    }
    while line.hasSuffix(" ") { line.removeLast() }
    return line
}

/// `text` broken at spaces, its first line `indent` deep and the others four more, or less where a
/// word needs the room.
func hanging(_ text: String, indent: Int, width: Int) -> String {
    let longest = wrapped(text, width: 0).map(\.count).max() ?? 0
    let first = max(0, min(indent, width - longest))
    let next = max(0, min(indent + 4, width - longest))
    return wrapped(text, width: width - next).enumerated().map { place, line in
        String(repeating: " ", count: place == 0 ? first : next) + line + "\n"
    }
    .joined()
}

/// Each row as its first cells and, below and deeper, its last.
private func stacked(_ rows: [[String]], _ width: Int) -> String {
    rows.map { row -> String in
        guard let last = row.last else { return "\n" }
        let indent = row.first?.prefix { $0 == " " }.count ?? 0
        let start = row.dropLast().map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
            .joined(separator: "  ")
        let opening = start.isEmpty ? "" : hanging(start, indent: indent, width: width)
        return opening + (last.isEmpty ? "" : hanging(last, indent: indent + 4, width: width))
    }
    .joined()
}

/// Each row after the first as lines of heading and cell.
private func records(_ rows: [[String]], _ width: Int) -> String {
    let heads = rows.first ?? []
    let deep = (heads.map(\.count).max() ?? 0) + 2
    return rows.dropFirst().map { row in
        zip(heads, row).filter { !$1.isEmpty }.map { head, cell in
            let text = head.padded(to: deep) + cell
            return text.count <= width ? text + "\n" : stacked([[head, cell]], width)
        }
        .joined()
    }
    .joined(separator: "\n")
}
