/// Lines with a name and a value without quotes, as in YAML.
extension TextScan {
    /// The most blocks inside one another that are looked for.
    private static let mostBlocks = 8

    /// The secret of the line that begins with `name` and has a word at `start..<end` behind it; nil
    /// when it says none.
    ///
    /// It may be several words, or a block of lines below the name.
    mutating func secretLine(_ name: Range<Int>, _ start: Int, _ end: Int) -> Range<Int>? {
        guard let indent = indent(before: name.lowerBound) else { return nil }
        let kind = FieldMeaning(String(decoding: bytes[name], as: UTF8.self)).kind
        guard kind == .secret || kind == .possibleSecret else { return nil }
        if "|>".utf8.contains(bytes[start]) {
            // Else a line would be looked at once for every block that it is inside of.
            blockEnds.removeAll { $0 <= name.lowerBound }
            guard blockEnds.count < Self.mostBlocks else { return nil }
            let block = block(after: end, indent)
            if let block { blockEnds.append(block.upperBound) }
            return block
        }
        let word = String(decoding: bytes[start..<end], as: UTF8.self).lowercased()
        guard !Self.sentences.contains(word) else { return nil }
        let whole = start..<endOfValue(from: end)
        if whole.upperBound == end { return whole }
        // A sentence about a password is no line of YAML: `Password: must have eight letters`.
        let isName = 0x61...0x7A ~= bytes[name.lowerBound]
        return isName && kind == .secret && !Self.verbs.contains(word) ? whole : nil
    }

    /// The end of the word at `start`, with which a line ends that begins with `name`, as in INI:
    /// `password = low-tide`; nil for another line.
    func endOfSetting(_ name: Range<Int>, _ start: Int) -> Int? {
        guard indent(before: name.lowerBound) != nil else { return nil }
        let end = bytes[start...].firstIndex { $0 <= 0x20 } ?? bytes.count
        // Base64 may end so.
        let last = bytes[start..<end].lastIndex { $0 != UInt8(ascii: "=") }
        // `token = get();` is a program, and `==` no setting.
        guard let last, !bytes[start..<last].contains(where: { "=(){};,".utf8.contains($0) }),
            !"(){};,".utf8.contains(bytes[last])
        else { return nil }
        var next = end
        skipBlanks(&next)
        let isLast = next == bytes.count || bytes[next] <= 0x20
        return isLast || next > end && "#;".utf8.contains(bytes[next]) ? end : nil
    }

    /// Skips anchors and tags in front of a value of YAML: `&a`, `!!str`.
    func skipProperties(_ place: inout Int) {
        while place < bytes.count, "&!".utf8.contains(bytes[place]) {
            var end = place + 1
            while end < bytes.count, Self.isTokenByte(bytes[end]) || bytes[end] == 0x21 { end += 1 }
            guard end > place + 1, end < bytes.count, bytes[end] == 0x20 else { return }
            place = end
            skipBlanks(&place)
        }
    }

    /// How far a line is indented whose first word begins at `start`; nil when that is another one.
    private func indent(before start: Int) -> Int? {
        var place = start
        while place > 0, " \t-".utf8.contains(bytes[place - 1]) { place -= 1 }
        return place == 0 || bytes[place - 1] == 0x0A ? start - place : nil
    }

    /// The end of the value of a line, without blanks and a comment behind it.
    private func endOfValue(from start: Int) -> Int {
        var end = start
        var place = start
        while place < bytes.count, bytes[place] != 0x0A {
            if bytes[place] == UInt8(ascii: "#"), bytes[place - 1] <= 0x20 { break }
            place += 1
            if bytes[place - 1] > 0x20 { end = place }
        }
        return end
    }

    /// The lines below one with this `indent` that are further in; nil for none.
    private func block(after end: Int, _ indent: Int) -> Range<Int>? {
        var place = end
        var found: Range<Int>?
        while let lineFeed = bytes[place...].firstIndex(of: 0x0A) {
            var first = lineFeed + 1
            while first < bytes.count, bytes[first] == 0x20 { first += 1 }
            guard first < bytes.count else { break }
            let isBlank = bytes[first] == 0x0A || bytes[first] == 0x0D
            guard isBlank || first - lineFeed - 1 > indent else { break }
            place = first
            guard !isBlank else { continue }
            var last = first
            while last < bytes.count, bytes[last] != 0x0A { last += 1 }
            while bytes[last - 1] <= 0x20 { last -= 1 }
            found = (found?.lowerBound ?? first)..<last
            place = last
        }
        return found
    }

    /// What forms, logs and descriptions say of a password or a token instead of its value.
    private static let sentences: Set<String> = [
        "required", "optional", "invalid", "missing", "wrong", "incorrect", "expired", "revoked",
        "unknown", "hidden", "redacted", "masked", "set", "unset", "changed", "empty", "valid",
        "yes", "no", "none", "null", "true", "false", "on", "off", "string", "text", "integer",
        "number", "boolean", "object", "array", "ok", "failed",
    ]
    /// Words with which a sentence about one begins.
    private static let verbs: Set<String> = [
        "must", "should", "shall", "may", "can", "cannot", "can't", "is", "isn't", "was", "has",
        "have", "does", "doesn't", "do", "did", "will", "please", "not", "too", "at", "enter",
        "use", "the", "a", "an", "this", "your", "field",
    ]
}
