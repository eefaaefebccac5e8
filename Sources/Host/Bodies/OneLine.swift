/// `text` with control characters escaped, so that a client cannot forge log lines.
///
/// A line feed becomes `\u{a}`. Costs O(n).
package func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if isShown(scalar) {
            line.append(scalar)
        } else {
            line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        }
    }
    return String(line)
}

/// False for characters that move a terminal's cursor, end a line or change the text direction.
private func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
    default: true
    }
}
