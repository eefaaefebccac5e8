extension JSONWriter {
    /// Writes a parsed value in this writer's escaping, without white space.
    ///
    /// Numbers keep their text, and each member name is written once.
    package mutating func value(_ value: JSONValue) {
        switch value.kind {
        case .object:
            beginObject()
            for (name, member) in value.members {
                key(name)
                self.value(member)
            }
            endObject()
        case .array:
            beginArray()
            for element in value.elements { self.value(element) }
            endArray()
        case .string: string(value.string ?? "")
        case .null, .bool, .number: raw(value.rawText)
        }
    }

    /// Formats a JSON document for people: two spaces per level, one element or member per line.
    ///
    /// The layout is that of Python's `json.dumps(value, indent=2, ensure_ascii=False)`, without a
    /// final newline. Bytes that are not JSON are returned unchanged.
    ///
    /// Costs O(n) and a parse; for people, not for clients.
    package static func pretty(_ bytes: [UInt8]) -> [UInt8] {
        guard let document = try? JSON(parsing: bytes) else { return bytes }
        var writer = JSONWriter(escaping: .utf8, reserving: bytes.count * 2)
        writer.indented(document.root, level: 0)
        return writer.finish()
    }

    private mutating func indented(_ value: JSONValue, level: Int) {
        switch value.kind {
        case .object where value.count > 0:
            beginObject()
            for (place, member) in value.members.enumerated() {
                newLine(afterComma: place > 0, level: level + 1)
                key(member.name)
                byte(UInt8(ascii: " "))
                indented(member.value, level: level + 1)
            }
            newLine(afterComma: false, level: level)
            endObject()
        case .array where value.count > 0:
            beginArray()
            for (place, element) in value.elements.enumerated() {
                newLine(afterComma: place > 0, level: level + 1)
                indented(element, level: level + 1)
            }
            newLine(afterComma: false, level: level)
            endArray()
        default:
            self.value(value)
        }
    }

    /// Starts a line; writes the comma too, because it must come before the white space.
    private mutating func newLine(afterComma: Bool, level: Int) {
        if afterComma { byte(UInt8(ascii: ",")) }
        byte(UInt8(ascii: "\n"))
        for _ in 0..<level {
            byte(UInt8(ascii: " "))
            byte(UInt8(ascii: " "))
        }
    }
}
