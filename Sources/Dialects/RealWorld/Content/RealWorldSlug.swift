/// The slug of a title in RealWorld, before it is made unique.
///
/// ASCII small letters and digits; accents go, each run of other characters becomes one hyphen, none at
/// the ends. `article` when nothing is left.
///
/// `Crème brûlée: 100%!` gives `creme-brulee-100`.
package func realWorldSlug(of title: String) -> String {
    var slug: [UInt8] = []
    for scalar in title.unicodeScalars {
        // Combining marks: a letter may be spelled with its accent apart.
        if 0x300...0x36F ~= scalar.value { continue }
        let letters = plainLetters(of: scalar)
        if letters.isEmpty {
            if slug.last != UInt8(ascii: "-"), !slug.isEmpty { slug.append(UInt8(ascii: "-")) }
        } else {
            slug += letters.utf8
        }
    }
    if slug.last == UInt8(ascii: "-") { slug.removeLast() }
    return slug.isEmpty ? "article" : String(decoding: slug, as: UTF8.self)
}

/// The letters of ASCII that stand for a letter of Latin script without its accents, in lower case;
/// empty for all else.
private func plainLetters(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "a"..."z", "0"..."9": return String(scalar)
    case "A"..."Z": return String(scalar).lowercased()
    case "\u{C0}"..."\u{17F}", "\u{1E00}"..."\u{1EFF}": break
    default: return ""
    }
    if let known = ligatures[scalar.value] { return known }
    // The letter of which Unicode's name for it tells: LATIN SMALL LETTER E WITH ACUTE.
    guard let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return "" }
    let words = name.split(separator: " ")
    guard let place = words.firstIndex(of: "LETTER"), place + 1 < words.count,
        words[place + 1].utf8.count == 1
    else { return "" }
    return words[place + 1].lowercased()
}

/// Letters whose names have no plain letter: æ, ß, þ and so on.
private let ligatures: [UInt32: String] = [
    0xC6: "ae", 0xE6: "ae", 0xD0: "d", 0xF0: "d", 0xDE: "th", 0xFE: "th", 0xDF: "ss",
    0x131: "i", 0x132: "ij", 0x133: "ij", 0x138: "k", 0x14A: "n", 0x14B: "n", 0x152: "oe",
    0x153: "oe", 0x17F: "s", 0x1E9E: "ss",
]
