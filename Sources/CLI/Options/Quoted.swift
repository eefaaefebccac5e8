/// `text` in quotes, with control characters escaped.
func quoted(_ text: String, longest: Int = 200) -> String {
    var result = "\""
    for scalar in text.unicodeScalars.prefix(longest) {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: result += "\\u{\(String(scalar.value, radix: 16))}"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// `text` with control characters escaped, so that a terminal only shows them.
func printable(_ text: String) -> String {
    String(quoted(text, longest: 2_000).dropFirst().dropLast())
}
