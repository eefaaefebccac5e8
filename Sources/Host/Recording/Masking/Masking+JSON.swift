internal import MockPostlyJSON

extension Masking {
    /// JSON with new values, without white space.
    mutating func rewritten(_ value: JSONValue, isPerson: Bool, depth: Int = 0) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8, reserving: value.rawText.count + 16)
        write(value, nil, Place(isPerson: isPerson, depth: depth), &json)
        return json.finish()
    }

    /// Where a value stands.
    private struct Place {
        /// Whether an object here is a person.
        var isPerson = false
        /// Whether it is a member of a person.
        var isOfPerson = false
        /// Whether it is in something secret.
        var isHidden = false
        var depth = 0
    }

    private mutating func write(
        _ value: JSONValue,
        _ meaning: FieldMeaning?,
        _ place: Place,
        _ json: inout JSONWriter
    ) {
        switch value.kind {
        case .object:
            var inner = place
            if let meaning, meaning.kind == .secret, !isKept(meaning) { inner.isHidden = true }
            write(object: value, inner, &json)
        case .array:
            json.beginArray()
            let named = meaningOfSecond(in: value)
            var index = 0
            value.forEachElement { element in
                write(element, index == 1 ? named ?? meaning : meaning, place, &json)
                index += 1
            }
            json.endArray()
        case .string:
            let text = value.string ?? ""
            let new = swapped(
                text,
                meaning,
                isOfPerson: place.isOfPerson,
                isHidden: place.isHidden,
                depth: place.depth
            )
            json.string(new ?? text)
        case .number
        where place.isHidden || [.secret, .possibleSecret, .number].contains(meaning?.kind):
            json.raw(number(Array(value.rawText), meaning))
        case .null, .bool, .number: json.raw(value.rawText)
        }
    }

    /// Names of secrets that have three digits.
    private static let shortNames = ["cvv", "cvv2", "cvc", "cvc2", "pin", "pincode", "otp"]

    /// A number under a secret name; short ones, codes of errors and counts stay.
    private mutating func number(_ text: [UInt8], _ meaning: FieldMeaning?) -> [UInt8] {
        let plain = meaning?.plain ?? ""
        let isCount =
            ["tokens", "sessions", "used", "limit", "total", "tokenid", "keyid"].contains {
                plain.hasSuffix($0)
            }
            || ["max", "min", "num", "total"].contains { plain.hasPrefix($0) }
        guard !isCount, !(meaning.map { isKept($0) } ?? false) else { return text }
        let sign = text.first == UInt8(ascii: "-") ? 1 : 0
        let digits = text.dropFirst(sign).prefix { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
        let isShort = Self.shortNames.contains { plain.hasSuffix($0) }
        let value = String(decoding: digits, as: UTF8.self)
        guard digits.count >= (isShort ? 3 : 4), !Self.isNoSecret(value, meaning),
            !staysAsReference(value, meaning)
        else { return text }
        let new = secret(of: value).utf8
        return Array(text[..<sign]) + Array(new) + Array(text[digits.endIndex...])
    }

    private mutating func write(object: JSONValue, _ place: Place, _ json: inout JSONWriter) {
        // Repeated names stay repeated: of those the last one counts, as before.
        var members: [(name: String, value: JSONValue, meaning: FieldMeaning)] = []
        object.forEachMember { name, value in members.append((name, value, meaning(name))) }
        let isPerson = place.isPerson || members.contains { $0.meaning.marksPerson }
        let named = members.count <= 6 ? meaningOfValue(in: object) : nil
        json.beginObject()
        for (name, member, meaning) in members {
            if meaning.plain == "id" { noteID(member) }
            let meaning = name == "value" ? named ?? meaning : meaning
            var inner = Place(depth: place.depth)
            inner.isHidden = place.isHidden && !isKept(meaning)
            inner.isOfPerson = isPerson
            inner.isPerson = meaning.isPerson || meaning.isEnvelope && place.isPerson
            json.key(key(name, place.depth))
            write(member, meaning, inner, &json)
        }
        json.endObject()
    }

    private mutating func noteID(_ value: JSONValue) {
        switch value.kind {
        case .string: references.note(id: value.string ?? "")
        case .number: references.note(id: String(decoding: value.rawText, as: UTF8.self))
        default: break
        }
    }

    /// What the second element of a pair is: `["X-Api-Key", "…"]`; nil for other arrays.
    private mutating func meaningOfSecond(in array: JSONValue) -> FieldMeaning? {
        guard array.count == 2 else { return nil }
        let texts = array.elements.compactMap(\.string)
        guard texts.count == 2, !texts[0].utf8.contains(0x20), Self.canBeSecret(texts[1]) else {
            return nil
        }
        let meaning = meaning(texts[0])
        return meaning.kind == .secret ? meaning : nil
    }

    /// What the value of a pair is: `{"name": "api_key", "value": "…"}`; nil for other objects.
    private mutating func meaningOfValue(in object: JSONValue) -> FieldMeaning? {
        guard object["value"] != nil,
            let name = (object["name"] ?? object["key"] ?? object["header"] ?? object["field"])?
                .string
        else { return nil }
        let meaning = meaning(name)
        return meaning.saysSomething ? meaning : nil
    }

    /// The name of a member, which is an address or a secret where an object is a map.
    private mutating func key(_ name: String, _ depth: Int) -> String {
        guard name.utf8.count >= 16 || name.utf8.contains(UInt8(ascii: "@")) else { return name }
        return swapped(name, nil, depth: depth) ?? name
    }
}
