/// The slug of a title, which can be empty.
///
/// The title in lower case, with each space replaced by a hyphen, and all characters removed but
/// `a`–`z`, `0`–`9` and `-`; hyphens are neither trimmed nor joined. Two characters outside ASCII
/// become letters, as Python's `lower` does in the backend this mirrors: U+0130 gives `i` and
/// U+212A gives `k`.
///
/// `Hello, World!` gives `hello-world`, `a  b` gives `a--b`, and `你好` gives an empty slug.
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
