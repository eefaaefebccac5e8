internal import MockPostlyJSON

/// What values at one place are like, as a JSON Schema says it.
final class ValueShape {
    private enum Kind: String, CaseIterable {
        case string, integer, number, boolean, object, array, null
    }

    private var kinds: Set<Kind> = []
    private var names: [String] = []
    private var members: [String: (shape: ValueShape, count: Int)] = [:]
    private var objects = 0
    private var element: ValueShape?
    /// The formats that all texts have.
    private var formats: Set<String> = ["date-time", "date", "uuid"]
    private var example: JSONValue?

    private static let deepest = 12

    /// Takes a value into account.
    func add(_ value: JSONValue, depth: Int = 0) {
        switch value.kind {
        case .null: kinds.insert(.null)
        case .bool: kinds.insert(.boolean)
        case .number: kinds.insert(value.isIntegerLiteral ? .integer : .number)
        case .string:
            kinds.insert(.string)
            formats.formIntersection(Self.formats(of: value.string ?? ""))
        case .array:
            kinds.insert(.array)
            guard depth < Self.deepest else { return }
            let element = element ?? ValueShape()
            self.element = element
            value.forEachElement { element.add($0, depth: depth + 1) }
        case .object:
            kinds.insert(.object)
            objects += 1
            guard depth < Self.deepest else { return }
            for (name, member) in value.members {
                let known = members[name]
                if known == nil { names.append(name) }
                let shape = known?.shape ?? ValueShape()
                shape.add(member, depth: depth + 1)
                members[name] = (shape, (known?.count ?? 0) + 1)
            }
        }
        if example == nil, !value.isNull { example = value }
    }

    private static func formats(of text: String) -> Set<String> {
        let bytes = Array(text.utf8)
        func isDigit(_ place: Int) -> Bool { 0x30...0x39 ~= bytes[place] }
        if bytes.count >= 10, [4, 7].allSatisfy({ bytes[$0] == 0x2D }),
            [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy(isDigit)
        {
            if bytes.count == 10 { return ["date"] }
            let isZoned = bytes.last == UInt8(ascii: "Z") || bytes.suffix(6).contains(0x2B)
            return bytes[10] == UInt8(ascii: "T") && bytes.count >= 20 && isZoned
                ? ["date-time"] : []
        }
        let isUUID =
            bytes.count == 36
            && bytes.indices.allSatisfy { place in
                [8, 13, 18, 23].contains(place)
                    ? bytes[place] == 0x2D
                    : isDigit(place) || 0x61...0x66 ~= bytes[place] | 0x20
            }
        return isUUID ? ["uuid"] : []
    }

    // MARK: Writing

    /// What is said of members of a row beside their values.
    struct Row {
        /// The member that is the id.
        var id: String
        /// The members that clients send; nil when it is not known.
        var sent: [String]?
        /// Values that new rows have where nothing is sent.
        var made: JSONValue?
    }

    func write(_ json: inout JSONWriter, row: Row? = nil, isExample: Bool = true) {
        json.beginObject()
        writeType(&json)
        if kinds == [.string] || kinds == [.string, .null], let format = formats.first,
            formats.count == 1
        {
            json.field("format", format)
        }
        if kinds.contains(.array) {
            json.key("items")
            if let element { element.write(&json, isExample: false) } else { json.raw("{}".utf8) }
        }
        if kinds.contains(.object), !names.isEmpty { writeMembers(&json, row, isExample) }
        json.endObject()
    }

    private func writeType(_ json: inout JSONWriter) {
        var kinds = kinds
        if kinds.contains(.number) { kinds.remove(.integer) }
        let words = Kind.allCases.filter { kinds.contains($0) }.map(\.rawValue)
        switch words.count {
        case 0: break
        case 1 where words == ["null"]: break
        case 1: json.field("type", words[0])
        default:
            json.key("type")
            json.beginArray()
            for word in words { json.string(word) }
            json.endArray()
        }
    }

    private func writeMembers(_ json: inout JSONWriter, _ row: Row?, _ isExample: Bool) {
        let required = names.filter { members[$0]?.count == objects }
        if !required.isEmpty {
            json.key("required")
            json.beginArray()
            for name in required { json.string(name) }
            json.endArray()
        }
        json.key("properties")
        json.beginObject()
        for name in names {
            guard let shape = members[name]?.shape else { continue }
            json.key(name)
            guard let row else {
                shape.write(&json, isExample: isExample)
                continue
            }
            var member = JSONWriter(escaping: .utf8)
            shape.write(&member, isExample: false)
            json.raw(Self.adding(row, to: member.finish(), name, shape))
        }
        json.endObject()
    }

    /// The schema of a member of a row, with what is said of it beside.
    private static func adding(
        _ row: Row,
        to schema: [UInt8],
        _ name: String,
        _ shape: ValueShape
    ) -> [UInt8] {
        var extra = JSONWriter(escaping: .utf8)
        extra.beginObject()
        let plain = FieldMeaning.plain(name)
        let isTime = ["createdat", "updatedat", "created", "updated", "modified", "modifiedat"]
            .contains(plain)
        let isGiven = row.made.map { $0[name] != nil } ?? false
        let isOwn = row.sent.map { !$0.isEmpty && !$0.contains(name) && isGiven } ?? isTime
        if name == row.id || isOwn { extra.field("readOnly", true) }
        let isFree = shape.formats.count != 1 || !shape.kinds.contains(.string)
        if name != row.id, isFree, let example = row.made?[name] ?? shape.example {
            extra.key("example")
            extra.value(example)
        }
        extra.endObject()
        let more = extra.finish()
        guard more.count > 2 else { return schema }
        let start = Array(schema.dropLast())
        return start + (start.count > 1 ? Array(",".utf8) : []) + more.dropFirst()
    }
}
