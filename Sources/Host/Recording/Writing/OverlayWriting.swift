internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText

/// Writes the rows of collections, and what their paths do not say, as the overlay of a description.
enum OverlayWriting {
    static func overlay(of api: GuessedAPI) -> [UInt8] {
        var text = Array(
            """
            # The rows that were recorded, as they were before the first write, and how they are answered.
            # A row of a collection below others says by $at whose it is.
            rows: 0

            """.utf8
        )
        if let error = api.collections.lazy.compactMap(\.notFound).first(where: {
            $0.kind == .object
        }) {
            text += Array("errors:\n  not-found: ".utf8) + flow(error) + [0x0A]
        }
        let collections = api.collections.filter { $0.viewOf == nil }
        if !collections.isEmpty { text += Array("collections:\n".utf8) }
        for one in collections {
            text += Array("  ".utf8) + quoted(one.template.text) + Array(":\n".utf8)
            text += Array("    id: ".utf8) + quoted(one.id) + [0x0A]
            if !one.array.isEmpty {
                let path = one.array.joined(separator: ".")
                text += Array("    array: ".utf8) + quoted(path) + [0x0A]
            }
            if let wrapper = one.wrapper {
                text += Array("    wrapper: ".utf8) + quoted(wrapper) + [0x0A]
            }
            guard !one.rows.isEmpty else {
                text += Array("    rows: []\n".utf8)
                continue
            }
            text += Array("    rows:\n".utf8)
            for row in one.rows { text += Array("      - ".utf8) + line(row) + [0x0A] }
        }
        if !api.documents.isEmpty {
            text += Array("singletons:\n".utf8)
            for one in api.documents {
                text += Array("  - ".utf8) + quoted(one.template.text) + [0x0A]
            }
        }
        return text
    }

    private static func line(_ row: GuessedRow) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        if !row.parents.isEmpty {
            let list = row.parents.map { percentEncoded($0.utf8, keeping: isUnreserved) }
            json.field("$at", list.joined(separator: "/"))
        }
        for (name, value) in row.members {
            json.key(name)
            json.value(value)
        }
        json.endObject()
        return escaped(json.finish())
    }

    private static func flow(_ value: JSONValue) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.value(value)
        return escaped(json.finish())
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.string(text)
        return escaped(json.finish())
    }

    /// JSON without the characters that YAML does not take in a text, or takes for the end of a line.
    ///
    /// YAML 1.2, 5.1: C1 controls, DEL, U+2028, U+2029, and the byte order mark.
    private static func escaped(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xEF }) else {
            return json
        }
        var text: [UInt8] = []
        for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
                let digits = String(scalar.value, radix: 16)
                let zeros = String(repeating: "0", count: 4 - digits.count)
                text += Array("\\u\(zeros)\(digits)".utf8)
            default: text += Array(String(scalar).utf8)
            }
        }
        return text
    }
}
