internal import MockPostlyText
internal import MockPostlyWorld

/// Makes texts that a regular expression matches.
///
/// It knows literals, classes, groups, alternatives and repeats, as patterns of descriptions have
/// them; look-around, back references and properties of Unicode beyond letters and digits it does
/// not know.
struct PatternText {
    private indirect enum Part {
        case one([ClosedRange<UInt32>])
        case sequence([Part])
        case choice([Part])
        case many(Part, least: Int, most: Int?)
    }

    private let part: Part

    /// Nil for an expression that it does not know.
    init?(_ pattern: String) {
        var reader = Reader(pattern)
        guard let part = reader.choice(), reader.isAtEnd else { return nil }
        self.part = part
    }

    /// A text; repeats are made up to `extra` times more often than they must be.
    func draw(_ random: inout RandomSource, extra: Int) -> String {
        var text = String.UnicodeScalarView()
        Self.draw(part, &random, extra, &text)
        return String(text)
    }

    /// The longest text that is made.
    private static let longest = 5_000

    private static func draw(
        _ part: Part,
        _ random: inout RandomSource,
        _ extra: Int,
        _ text: inout String.UnicodeScalarView
    ) {
        guard text.count < longest else { return }
        switch part {
        case .one(let ranges):
            guard let range = ranges.randomElement(using: &random),
                let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random))
            else { return }
            text.append(scalar)
        case .sequence(let parts): for part in parts { draw(part, &random, extra, &text) }
        case .choice(let parts):
            if let part = parts.randomElement(using: &random) { draw(part, &random, extra, &text) }
        case .many(let part, let least, let most):
            // A repeat that may be missing is there in every other text.
            let count = min(most ?? .max, least + extra)
            for _ in 0..<max(count, least) { draw(part, &random, extra, &text) }
        }
    }

    /// Reads an expression.
    private struct Reader {
        private let scalars: [Unicode.Scalar]
        private var at = 0
        private var depth = 0

        init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

        var isAtEnd: Bool { at == scalars.count }

        private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

        private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
            guard next == scalar else { return false }
            at += 1
            return true
        }

        mutating func choice() -> Part? {
            depth += 1
            defer { depth -= 1 }
            guard depth < 50 else { return nil }
            var parts: [Part] = []
            repeat {
                guard let part = sequence() else { return nil }
                parts.append(part)
            } while skip("|")
            return parts.count == 1 ? parts[0] : .choice(parts)
        }

        private mutating func sequence() -> Part? {
            var parts: [Part] = []
            while let scalar = next, scalar != "|", scalar != ")" {
                if skip("^") || skip("$") { continue }
                guard let part = atom(), let repeated = repeats(of: part) else { return nil }
                parts.append(repeated)
            }
            return .sequence(parts)
        }

        private mutating func atom() -> Part? {
            guard let scalar = next else { return nil }
            at += 1
            switch scalar {
            case "(": return group()
            case "[": return bracket().map { .one($0) }
            case ".": return .one([0x61...0x7A])
            case "\\": return escape(inBracket: false).map { .one($0) } ?? boundary()
            default: return .one([scalar.value...scalar.value])
            }
        }

        private mutating func group() -> Part? {
            if skip("?") {
                if skip("<") || skip("P") {
                    // A name; `(?<=` and `(?<!` look behind.
                    guard next != "=", next != "!" else { return nil }
                    while let scalar = next, scalar != ">" { at += scalar == ")" ? .max / 2 : 1 }
                    guard skip(">") else { return nil }
                } else if !skip(":") {
                    return nil
                }
            }
            guard let part = choice(), skip(")") else { return nil }
            return part
        }

        /// `\b`, at which nothing is made.
        private mutating func boundary() -> Part? {
            guard at > 0, ["b", "A", "z", "Z"].contains(scalars[at - 1]) else { return nil }
            return .sequence([])
        }

        private mutating func repeats(of part: Part) -> Part? {
            var part = part
            while let scalar = next {
                switch scalar {
                case "*": part = .many(part, least: 0, most: nil)
                case "+": part = .many(part, least: 1, most: nil)
                case "?": part = .many(part, least: 0, most: 1)
                case "{":
                    let start = at
                    guard let (least, most) = counts() else {
                        at = start
                        return part
                    }
                    part = .many(part, least: least, most: most)
                    at -= 1
                default: return part
                }
                at += 1
                // Lazy and possessive ones match the same.
                if !skip("?") { _ = skip("+") }
            }
            return part
        }

        /// `{3}`, `{3,}` and `{3,5}`; nil for a brace that is a literal.
        private mutating func counts() -> (Int, Int?)? {
            at += 1
            guard let least = number() else { return nil }
            var most: Int? = least
            if skip(",") { most = number() }
            guard skip("}"), least <= most ?? least, least <= 4_000 else { return nil }
            return (least, most)
        }

        private mutating func number() -> Int? {
            var value: Int?
            while let scalar = next, let digit = Int(String(scalar)), (value ?? 0) < 100_000 {
                value = (value ?? 0) * 10 + digit
                at += 1
            }
            return value
        }

        // MARK: Classes

        private static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
        private static let letters: [ClosedRange<UInt32>] = [0x61...0x7A, 0x41...0x5A]
        private static let words = letters + digits + [0x5F...0x5F]
        /// What may stand for characters that are not in a class.
        private static let visible: [ClosedRange<UInt32>] = [0x20...0x7E]

        private mutating func bracket() -> [ClosedRange<UInt32>]? {
            let isNegated = skip("^")
            var ranges: [ClosedRange<UInt32>] = []
            var isFirst = true
            while let scalar = next, isFirst || scalar != "]" {
                isFirst = false
                guard let low = element() else { return nil }
                let isRange =
                    next == "-" && at + 1 < scalars.count && scalars[at + 1] != "]"
                    && low.count == 1 && low[0].count == 1
                guard isRange else {
                    ranges += low
                    continue
                }
                at += 1
                guard let high = element(), high.count == 1,
                    low[0].lowerBound <= high[0].upperBound
                else { return nil }
                ranges.append(low[0].lowerBound...high[0].upperBound)
            }
            guard skip("]") else { return nil }
            return isNegated ? Self.complement(of: ranges) : Self.plain(ranges)
        }

        private mutating func element() -> [ClosedRange<UInt32>]? {
            guard let scalar = next else { return nil }
            at += 1
            guard scalar == "\\" else {
                // `[:alpha:]` is not known.
                return scalar == "[" && next == ":" ? nil : [scalar.value...scalar.value]
            }
            return escape(inBracket: true)
        }

        private mutating func escape(inBracket: Bool) -> [ClosedRange<UInt32>]? {
            guard let scalar = next else { return nil }
            at += 1
            switch scalar {
            case "d": return Self.digits
            case "w": return Self.words
            case "s": return [0x20...0x20]
            case "D": return Self.letters
            case "W": return [0x2D...0x2D]
            case "S": return Self.letters
            case "n": return [0x0A...0x0A]
            case "r": return [0x0D...0x0D]
            case "t": return [0x09...0x09]
            case "x": return hexadecimal(2)
            case "u": return hexadecimal(4)
            case "p": return property()
            case "0"..."9", "a"..."z", "A"..."Z": return nil
            default: return [scalar.value...scalar.value]
            }
        }

        private mutating func hexadecimal(_ count: Int) -> [ClosedRange<UInt32>]? {
            guard at + count <= scalars.count else { return nil }
            let text = String(String.UnicodeScalarView(scalars[at..<at + count]))
            at += count
            return UInt32(text, radix: 16).map { [$0...$0] }
        }

        /// `\p{L}`, `\p{N}` and what begins so.
        private mutating func property() -> [ClosedRange<UInt32>]? {
            guard skip("{"), let kind = next else { return nil }
            while let scalar = next, scalar != "}" { at += 1 }
            guard skip("}") else { return nil }
            switch kind {
            case "L": return Self.letters
            case "N": return Self.digits
            default: return nil
            }
        }

        private static func complement(
            of ranges: [ClosedRange<UInt32>]
        ) -> [ClosedRange<UInt32>]? {
            let free = (letters + digits + visible).flatMap { Array($0) }.filter { scalar in
                !ranges.contains { $0.contains(scalar) }
            }
            return free.isEmpty ? nil : free.prefix(60).map { $0...$0 }
        }

        /// Only what can be read, where the class has some of it.
        private static func plain(
            _ ranges: [ClosedRange<UInt32>]
        ) -> [ClosedRange<UInt32>] {
            let kept = ranges.compactMap { range -> ClosedRange<UInt32>? in
                let low = max(range.lowerBound, 0x20)
                let high = min(range.upperBound, 0x7E)
                return low <= high ? low...high : nil
            }
            return kept.isEmpty ? ranges : kept
        }
    }
}
