/// The slug of a title.
///
/// The title in lower case, each space a hyphen, and nothing kept but `a`–`z`, `0`–`9` and `-`;
/// nothing is trimmed or joined. Beyond ASCII two characters leave something, as lower-casing does
/// in Python, which this mirrors: U+0130 gives `i` and U+212A gives `k`. It can be empty.
package func slug(of title: String) -> String {
    var slug: [UInt8] = []
    for scalar in title.unicodeScalars {
        switch scalar {
        case "a"..."z", "0"..."9", "-": slug.append(UInt8(scalar.value))
        case "A"..."Z": slug.append(UInt8(scalar.value | 0x20))
        case " ": slug.append(UInt8(ascii: "-"))
        case "\u{130}": slug.append(UInt8(ascii: "i"))
        case "\u{212A}": slug.append(UInt8(ascii: "k"))
        default: break
        }
    }
    return String(decoding: slug, as: UTF8.self)
}
