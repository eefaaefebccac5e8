internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText

/// Texts that are no JSON as a whole: of lines, of markup, and of any other form.
extension Masking {
    /// JSON in each line, or in the call of a function, with new values; nil for other texts.
    ///
    /// Lines of an event stream begin with `data:`. Other lines are taken as a text of any form.
    mutating func linesOfJSON(_ bytes: [UInt8], isPerson: Bool) -> [UInt8]? {
        if let call = callOfJSON(bytes, isPerson: isPerson) { return call }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard lines.count > 1, lines.contains(where: { Self.json(ofLine: $0) != nil }) else {
            return nil
        }
        let made = lines.map { line -> [UInt8] in
            if let (start, json) = Self.json(ofLine: line) {
                return line[..<start] + rewritten(json, isPerson: isPerson)
            }
            let text = line.withUnsafeBufferPointer { plain($0, 0) }
            return text.map { Array($0.utf8) } ?? Array(line)
        }
        return Array(made.joined(separator: [0x0A]))
    }

    /// The JSON of a line, and where it begins; nil for other lines.
    private static func json(ofLine line: ArraySlice<UInt8>) -> (start: Int, JSONValue)? {
        let content = line.dropFirst(line.starts(with: "data:".utf8) ? 5 : 0).drop { $0 <= 0x20 }
        guard content.first == UInt8(ascii: "{") || content.first == UInt8(ascii: "["),
            let json = try? JSON(parsing: Array(content)).root
        else { return nil }
        return (content.startIndex, json)
    }

    /// The JSON in the call of a function, `callback({…});`, with new values; nil for other texts.
    private mutating func callOfJSON(_ bytes: [UInt8], isPerson: Bool) -> [UInt8]? {
        guard let start = bytes.firstIndex(of: UInt8(ascii: "(")), start < 128,
            let end = bytes.lastIndex(of: UInt8(ascii: ")")), start < end,
            let json = try? JSON(parsing: Array(bytes[(start + 1)..<end])).root,
            json.kind == .object || json.kind == .array
        else { return nil }
        return bytes[...start] + rewritten(json, isPerson: isPerson) + bytes[end...]
    }

    // MARK: Any form

    /// What may be swapped in a text, and where.
    private enum Place {
        case found(TextScan.Kind)
        /// The value of an element or an attribute.
        case markup(FieldMeaning, isOfPerson: Bool)
    }

    /// How many values with one end are looked at.
    private static let mostTries = 8

    /// The text of `bytes` with new values; nil when nothing in it is to be swapped.
    mutating func plain(_ bytes: UnsafeBufferPointer<UInt8>, _ depth: Int) -> String? {
        var made: [UInt8] = []
        var copied = 0
        var last = (end: 0, tries: 0)
        for (range, place) in places(bytes) where range.lowerBound >= copied {
            // In `a=b=c=…` all values have one end: the innermost of many are not looked at.
            last = (range.upperBound, range.upperBound == last.end ? last.tries + 1 : 0)
            guard last.tries < Self.mostTries else { continue }
            let text = String(decoding: bytes[range], as: UTF8.self)
            guard let new = replacement(of: text, place, depth), new != text else { continue }
            made += bytes[copied..<range.lowerBound]
            made += new.utf8
            copied = range.upperBound
        }
        guard copied > 0 else {
            return known?.replacing(in: bytes).map { String(decoding: $0, as: UTF8.self) }
        }
        made += bytes[copied...]
        let replaced = made.withUnsafeBufferPointer { known?.replacing(in: $0) }
        return String(decoding: replaced ?? made, as: UTF8.self)
    }

    private mutating func places(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [(range: Range<Int>, place: Place)] {
        var scan = TextScan(bytes)
        let found = scan.found().map { (range: $0.range, place: Place.found($0.kind)) }
        var hasTag = false
        for place in bytes.indices.dropLast() where bytes[place] == UInt8(ascii: "<") {
            let next = bytes[place + 1]
            if isWordByte(next) || next == UInt8(ascii: "!") { hasTag = true }
        }
        guard hasTag else { return found }
        let markup = markup(bytes)
        guard !markup.isEmpty else { return found }
        // Of two at one place that of the markup comes first, because it knows its name.
        return (markup + found).enumerated().sorted { one, other in
            let (a, b) = (one.element.range.lowerBound, other.element.range.lowerBound)
            return a == b ? one.offset < other.offset : a < b
        }.map(\.element)
    }

    /// The values of elements and attributes that have a name which says what they are.
    private mutating func markup(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [(range: Range<Int>, place: Place)] {
        let scan = MarkupScan(bytes)
        var people: Set<Int> = []
        for find in scan.finds {
            for name in find.names where meaning(name).marksPerson { people.insert(find.owner) }
        }
        return scan.finds.compactMap { find in
            let meanings = find.names.map { meaning($0) }
            guard let meaning = meanings.first(where: { $0.saysSomething }) else { return nil }
            let isOfPerson =
                people.contains(find.owner)
                || scan.names(of: find.owner).contains { self.meaning($0).isPerson }
            return (find.range, .markup(meaning, isOfPerson: isOfPerson))
        }
    }

    /// An e-mail address whose sign was written as HTML or JavaScript may write it.
    private static func plainAddress(_ text: String) -> String {
        for sign in ["&#64;", "\\u0040"] {
            let bytes = Array(text.utf8)
            let place = bytes.indices.first { bytes[$0...].starts(with: sign.utf8) }
            if let place {
                let host = bytes[(place + sign.utf8.count)...]
                return String(decoding: bytes[..<place] + [0x40] + host, as: UTF8.self)
            }
        }
        return text
    }

    private mutating func replacement(of text: String, _ place: Place, _ depth: Int) -> String? {
        switch place {
        case .markup(let meaning, let isOfPerson):
            guard depth < Self.deepest else { return nil }
            return swapped(text, meaning, isOfPerson: isOfPerson, depth: depth + 1)
        case .found(.email): return swaps.email(Self.plainAddress(text))
        case .found(.encodedEmail):
            return percentEncoded(swaps.email(formDecoded(text.utf8)).utf8, keeping: isUnreserved)
        case .found(.secret):
            return Self.isNoSecret(text, nil) ? nil : token(text, depth) ?? secret(of: text)
        case .found(.named(let name)):
            guard depth < Self.deepest else { return nil }
            let meaning = meaning(name)
            guard meaning.saysSomething else { return nil }
            return swapped(text, meaning, depth: depth + 1)
        case .found(.parameter(let name)):
            guard depth < Self.deepest else { return nil }
            let meaning = meaning(name)
            return swapped(formDecoded(text.utf8), meaning, depth: depth + 1).map {
                percentEncoded($0.utf8, keeping: isUnreserved)
            }
        }
    }
}
