/// Escapes `text` for an HTML element or a quoted attribute.
///
/// Frameworks write a quotation mark differently: `quote` is the form to use.
///
/// `&`, `<`, `>`, `"` and `'` are replaced; `'` becomes `&#39;`, as in Express's `escape-html`.
package func escapedForHTML(_ text: some StringProtocol, quote: String = "&quot;") -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += quote
        case "'": escaped += "&#39;"
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}
