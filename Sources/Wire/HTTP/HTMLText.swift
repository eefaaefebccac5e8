/// `text` as it may stand in an element or a quoted attribute of HTML.
///
/// Frameworks spell a quotation mark differently: `quote` is how it is done here.
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
