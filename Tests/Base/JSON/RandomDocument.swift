import MockPostlyTestKit

/// Composes valid documents with all that makes JSON awkward: white space, escapes in any spelling,
/// surrogate pairs, odd numbers, nesting.
struct RandomDocument {
    private var random: Draw
    private var text = ""

    init(seed: UInt64) { random = Draw(seed: seed) }

    /// A document of at most `depth` levels.
    mutating func compose(depth: Int) -> String {
        text = ""
        value(depth: depth)
        return text
    }

    private mutating func chance(_ one: Int) -> Bool {
        Int.random(in: 0..<one, using: &random) == 0
    }

    private mutating func pick(_ choices: [String]) -> String {
        choices.randomElement(using: &random) ?? ""
    }

    private mutating func space() {
        while chance(4) { text += pick([" ", "\n", "\t", "\r", "  "]) }
    }

    private mutating func value(depth: Int) {
        space()
        switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
        case 0: text += pick(["null", "true", "false"])
        case 1, 2: number()
        case 3, 4, 5: string()
        case 6, 7: container("[", "]", depth: depth) { $0.value(depth: depth - 1) }
        default:
            container("{", "}", depth: depth) { document in
                document.space()
                document.string()
                document.space()
                document.text += ":"
                document.value(depth: depth - 1)
            }
        }
        space()
    }

    private mutating func container(
        _ open: String,
        _ close: String,
        depth: Int,
        _ child: (inout RandomDocument) -> Void
    ) {
        text += open
        let count = Int.random(in: 0..<6, using: &random)
        for place in 0..<count {
            if place > 0 { text += "," }
            child(&self)
        }
        if count == 0 { space() }
        text += close
    }

    private mutating func number() {
        if chance(3) { text += "-" }
        let length = Int.random(in: 0..<(chance(5) ? 25 : 6), using: &random)
        text += length == 0 ? "0" : pick(["1", "2", "5", "9"]) + digits(length - 1)
        if chance(3) { text += "." + digits(Int.random(in: 1..<18, using: &random)) }
        if chance(4) { text += pick(["e", "E"]) + pick(["", "+", "-"]) + digits(2) }
    }

    private mutating func digits(_ count: Int) -> String {
        var digits = ""
        for _ in 0..<count { digits += String(Int.random(in: 0...9, using: &random)) }
        return digits
    }

    private mutating func string() {
        text += "\""
        for _ in 0..<Int.random(in: 0..<(chance(6) ? 60 : 12), using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: text += pick(["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"])
            case 1: unit(UInt32.random(in: 0..<0xD800, using: &random))
            case 2:
                let scalar = UInt32.random(in: 0..<0x10_0000, using: &random)
                unit(0xD800 + scalar >> 10)
                unit(0xDC00 + scalar & 0x3FF)
            case 3: text += pick(["é", "ß", "日", "本", "ع", "😀", "\u{7F}", "\u{FFFF}", "👩‍💻"])
            default: text += pick(["a", "b", "c", " ", "word", "/", "'", "{", "]", ","])
            }
        }
        text += "\""
    }

    /// Four hexadecimal digits in either case.
    private mutating func unit(_ value: UInt32) {
        let digits = String(value, radix: 16, uppercase: chance(2))
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
