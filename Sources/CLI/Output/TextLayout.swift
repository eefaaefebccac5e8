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
/// A longer word has a line of its own. Text between backquotes is not broken.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words(of: text) {
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
func table(_ rows: [[String]]) -> String {
    var widths: [Int] = []
    for row in rows {
        for (column, cell) in row.enumerated() {
            if column == widths.count { widths.append(0) }
            widths[column] = max(widths[column], cell.count)
        }
    }
    var text = ""
    for row in rows {
        var line = ""
        for (column, cell) in row.enumerated() {
            line += column == row.count - 1 ? cell : cell.padded(to: widths[column] + 2)
        }
        while line.hasSuffix(" ") { line.removeLast() }
        text += line + "\n"
    }
    return text
}
