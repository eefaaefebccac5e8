internal import MockPostlyJavaScript
internal import MockPostlySchemas

/// Reads a body in XML: attributes and elements become members, repeated elements a list.
///
/// Types that are declared in it are refused, and with them all entities but the five of XML.
struct XMLBody {
    private static let deepest = 64

    private let bytes: [UInt8]
    private var at = 0

    /// The value of the outermost element; nil where the bytes are no XML.
    static func value(of bytes: [UInt8], as schema: Schema?) -> JSValue? {
        var reader = XMLBody(bytes: bytes)
        guard reader.skipToElement(), let (_, value) = reader.element(0), !reader.skipToElement(),
            reader.at == bytes.count
        else { return nil }
        return typed(value, schema)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    // MARK: Elements

    /// Skips white space, comments and instructions; false at anything but an element.
    private mutating func skipToElement() -> Bool {
        if at == 0 { _ = skip("\u{FEFF}") }
        while true {
            while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
            if skip("<?") {
                guard text(to: "?>") != nil else { return false }
            } else if skip("<!--") {
                guard text(to: "-->") != nil else { return false }
            } else {
                return starts("<") && !starts("<!") && !starts("</")
            }
        }
    }

    private mutating func element(_ level: Int) -> (name: String, value: JSValue)? {
        guard level < Self.deepest, skip("<"), let name = name() else { return nil }
        var members = Members()
        while true {
            let start = at
            while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
            if skip("/>") { return (name, members.value(text: "")) }
            if skip(">") { break }
            guard at > start, let (name, value) = attribute() else { return nil }
            // Namespaces are no data.
            if name != "xmlns" { members.add(.string(value), name) }
        }
        var text = ""
        while true {
            guard at < bytes.count else { return nil }
            if skip("</") {
                guard self.name() == name else { return nil }
                while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
                return skip(">") ? (name, members.value(text: text)) : nil
            }
            if skip("<![CDATA[") {
                guard let raw = self.text(to: "]]>") else { return nil }
                text += raw
            } else if skip("<!--") {
                guard self.text(to: "-->") != nil else { return nil }
            } else if starts("<") {
                guard let (name, value) = element(level + 1) else { return nil }
                members.add(value, name)
            } else {
                guard let more = characters(until: UInt8(ascii: "<")) else { return nil }
                text += more
            }
        }
    }

    private mutating func attribute() -> (String, String)? {
        let isNamespace = starts("xmlns:")
        guard let name = name(), skip("="), at < bytes.count else { return nil }
        let quote = bytes[at]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        at += 1
        guard let value = characters(until: quote) else { return nil }
        at += 1
        return (isNamespace ? "xmlns" : name, value)
    }

    /// A name without its prefix.
    private mutating func name() -> String? {
        let ends = Set(" \t\r\n/>=<&\"'".utf8)
        let start = at
        while at < bytes.count, !ends.contains(bytes[at]) { at += 1 }
        let whole = bytes[start..<at]
        let own = whole.split(separator: UInt8(ascii: ":")).last ?? []
        return own.isEmpty ? nil : String(decoding: own, as: UTF8.self)
    }

    /// The attributes and elements of an element, all of one name together.
    private struct Members {
        private var all: [(name: String, values: [JSValue])] = []
        private var places: [String: Int] = [:]

        mutating func add(_ value: JSValue, _ name: String) {
            if let place = places[name] {
                all[place].values.append(value)
            } else {
                places[name] = all.count
                all.append((name, [value]))
            }
        }

        /// The members, or the text of an element that has none.
        func value(text: String) -> JSValue {
            guard !all.isEmpty else { return .string(text) }
            var object = JSObject()
            for (name, values) in all {
                object[name] = values.count == 1 ? values[0] : .array(values)
            }
            return .object(object)
        }
    }

    // MARK: Text

    private func starts(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard at + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[at + $0] == word.utf8Start[$0] }
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        guard starts(word) else { return false }
        at += word.utf8CodeUnitCount
        return true
    }

    /// The text before a word, which is skipped; nil without it.
    private mutating func text(to word: StaticString) -> String? {
        let start = at
        while at < bytes.count {
            let end = at
            if skip(word) { return String(decoding: bytes[start..<end], as: UTF8.self) }
            at += 1
        }
        return nil
    }

    /// Text with its references resolved; nil without an end, and for entities of its own.
    private mutating func characters(until end: UInt8) -> String? {
        var text: [UInt8] = []
        while at < bytes.count, bytes[at] != end {
            guard bytes[at] == UInt8(ascii: "&") else {
                if bytes[at] == UInt8(ascii: "<") { return nil }
                text.append(bytes[at])
                at += 1
                continue
            }
            at += 1
            guard let name = self.text(to: ";"), let character = Self.character(name) else {
                return nil
            }
            text += String(character).utf8
        }
        return at < bytes.count ? String(decoding: text, as: UTF8.self) : nil
    }

    private static func character(_ name: String) -> Character? {
        let known: [String: Character] = [
            "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'",
        ]
        if let character = known[name] { return character }
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
        return number.flatMap { Unicode.Scalar($0) }.map { Character($0) }
    }

    // MARK: Types

    /// Texts and elements as the schema wants them.
    private static func typed(_ value: JSValue, _ schema: Schema?) -> JSValue {
        guard let schema else { return value }
        if let items = schema.element {
            return .array(elements(of: value, items).map { typed($0, items) })
        }
        switch value {
        case .object(let object):
            var made = JSObject()
            for (name, member) in object.members { made[name] = typed(member, schema.field(name)) }
            return .object(made)
        case .string(let text) where schema.isObject && text.utf8.allSatisfy { $0 <= 0x20 }:
            return .object(JSObject())
        default: return DescribedBody.typed(value, schema)
        }
    }

    /// The elements of a list, which may have an element of its own around them.
    private static func elements(of value: JSValue, _ items: Schema) -> [JSValue] {
        switch value {
        case .array(let elements): return elements
        case .string(let text) where text.utf8.allSatisfy { $0 <= 0x20 }: return []
        case .object(let object) where object.count == 1:
            let (name, inner) = object.members[0]
            if items.field(name) != nil { return [value] }
            if case .array(let elements) = inner { return elements }
            return [inner]
        default: return [value]
        }
    }
}
