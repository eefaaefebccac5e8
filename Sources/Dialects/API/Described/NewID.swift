internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyText

/// Makes ids as the rows of a collection have them.
struct NewID {
    private let home: ResourceHome
    private let schema: Schema?

    init(_ home: ResourceHome, _ row: Schema?) {
        self.home = home
        schema = home.id.flatMap { row?.field($0) } ?? home.parameterSchema
    }

    /// Sets the id of a row, and returns it.
    ///
    /// `number` is that of the row, from 0; `taken` are ids that other rows of the list have.
    func next(
        number: Int,
        _ drawing: Drawing,
        taken: Set<String>,
        _ row: inout JSObject
    ) -> String? {
        for attempt in 0..<1000 {
            let value = candidate(number + attempt, drawing, taken, row)
            guard !taken.contains(value.text) else { continue }
            if let id = home.id { row[id] = value }
            return value.text
        }
        return nil
    }

    private func candidate(
        _ number: Int,
        _ drawing: Drawing,
        _ taken: Set<String>,
        _ row: JSObject
    ) -> JSValue {
        guard let schema else { return .string(String(1_000_001 + number)) }
        let rules = schema.rules
        if schema.isNumber {
            let greatest = taken.compactMap { Double($0) }.filter { $0 < 9e15 }.max() ?? 0
            let least = rules.number.least ?? 1
            let step = rules.multipleOf ?? 1
            let next = max((greatest / step).rounded(.down) * step + step, least)
            guard let most = rules.number.most, next > most else { return .number(next) }
            // The numbers are used up: the first that is free again.
            let free = stride(from: least, through: most, by: step).prefix(10_000).first {
                !taken.contains(JSValue.number($0).text)
            }
            return .number(free ?? next)
        }
        if let slug = slug(row), let text = free(slug, taken), schema.accepts(.string(text)) {
            return .string(text)
        }
        if rules.format == "uuid" {
            let text = Self.text(
                like: "1a1a1a1a-1a1a-4a1a-8a1a-1a1a1a1a1a1a",
                number,
                drawing,
                .hex
            )
            if schema.accepts(.string(text)) { return .string(text) }
        }
        var drawing = drawing
        drawing.row = number
        let example = rules.examples.first?.string ?? schema.draw(drawing).string
        if let example, !rules.examples.isEmpty || !rules.patterns.isEmpty || rules.choices != nil {
            if !taken.contains(example), rules.examples.isEmpty { return .string(example) }
            for form in [Form.all, .hex, .digits] {
                let text = Self.text(like: example, number, drawing, form)
                if schema.accepts(.string(text)) { return .string(text) }
            }
        }
        let digits = String(1_000_001 + number)
        if schema.accepts(.string(digits)) { return .string(digits) }
        let padded = String(repeating: "0", count: 40) + digits
        let least = Int(min(rules.length.least ?? 0, 40))
        let most = Int(min(rules.length.most ?? 40, 40))
        let text = String(padded.suffix(max(least, min(7, most))))
        return schema.accepts(.string(text)) ? .string(text) : schema.draw(drawing)
    }

    /// Which characters of an example are changed.
    private enum Form {
        case all, hex, digits
    }

    /// A text of the form of an example: digits for digits, letters for letters, the prefix before
    /// an underscore as it is.
    private static func text(
        like example: String,
        _ number: Int,
        _ drawing: Drawing,
        _ form: Form
    ) -> String {
        var chance = Chance("\(drawing.seed)|\(drawing.path)|\(number)")
        let bytes = Array(example.utf8)
        let isHex =
            form == .hex
            || bytes.allSatisfy {
                $0.isHexadecimalDigit && $0.lowercased == $0 || $0 == UInt8(ascii: "-")
            }
        let underscore = bytes.prefix(8).firstIndex(of: UInt8(ascii: "_"))
        let start = underscore.map { $0 + 1 } ?? 0
        var isFirst = true
        let made = bytes.enumerated().map { place, byte -> UInt8 in
            guard place >= start else { return byte }
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                // No zero at the beginning, so that it stays a number of this length.
                defer { isFirst = false }
                return UInt8(ascii: "0") + UInt8(isFirst ? 1 + chance.next(9) : chance.next(10))
            case UInt8(ascii: "a")...UInt8(ascii: "f") where isHex && form != .digits:
                return UInt8(ascii: "a") + UInt8(chance.next(6))
            case UInt8(ascii: "a")...UInt8(ascii: "z") where form == .all:
                return UInt8(ascii: "a") + UInt8(chance.next(26))
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where form == .all:
                return UInt8(ascii: "A") + UInt8(chance.next(26))
            default: return byte
            }
        }
        return String(decoding: made, as: UTF8.self)
    }

    /// Words of the title or name, where the id is a slug.
    private func slug(_ row: JSObject) -> String? {
        guard let id = home.id, Words.plain(id) == "slug" else { return nil }
        let title = ["title", "name"].lazy.compactMap { row[$0].string }.first { !$0.isEmpty }
        guard let title else { return nil }
        let words = Words.split(title)
        return words.isEmpty ? nil : words.joined(separator: "-")
    }

    private func free(_ slug: String, _ taken: Set<String>) -> String? {
        guard taken.contains(slug) else { return slug }
        return (2...10_000).lazy.map { "\(slug)-\($0)" }.first { !taken.contains($0) }
    }
}

/// Numbers that a text decides: the same ones for the same text (xorshift64*).
private struct Chance {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ text: String) {
        for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        if state == 0 { state = 1 }
    }

    /// Less than `limit`.
    mutating func next(_ limit: UInt64) -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return ((state &* 0x2545_F491_4F6C_DD1D) >> 33) % limit
    }
}
