internal import MockPostlyJSON

/// Writes what was guessed of an API as an OpenAPI description, which people edit.
struct DescriptionWriting {
    private let api: GuessedAPI
    private var names: [Template: String] = [:]

    init(_ api: GuessedAPI) {
        self.api = api
        var taken: Set<String> = []
        for one in api.collections where one.viewOf == nil {
            let word = Template.singular(Template.letters(one.template.word))
            let base = word.prefix(1).uppercased() + word.dropFirst()
            var name = base
            while !taken.insert(name).inserted { name += "2" }
            names[one.template] = name
        }
    }

    /// How many operations there are.
    private(set) var operations = 0

    /// The description in JSON, indented.
    mutating func description(of host: String) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8, reserving: 1 << 16)
        json.beginObject()
        json.field("openapi", "3.1.0")
        json.key("info")
        json.beginObject()
        json.field("title", "Recorded from \(host)")
        json.field("version", "1")
        json.endObject()
        json.key("paths")
        json.beginObject()
        for one in api.collections { write(one, &json) }
        for one in api.documents { write(document: one.template, one.answer, one.writes, &json) }
        writeActions(&json)
        json.endObject()
        json.key("components")
        json.beginObject()
        json.key("schemas")
        json.beginObject()
        for one in api.collections {
            guard let name = names[one.template] else { continue }
            let shape = ValueShape()
            for sample in one.samples { shape.add(sample) }
            json.key(name)
            shape.write(&json, row: .init(id: one.id, sent: one.sent, made: one.made.first))
        }
        json.endObject()
        json.endObject()
        json.endObject()
        return JSONWriter.pretty(json.finish()) + [0x0A]
    }

    // MARK: Collections

    private mutating func write(_ one: GuessedCollection, _ json: inout JSONWriter) {
        json.key(one.template.text)
        json.beginObject()
        writeParameters(one.template, &json)
        if one.list != nil || one.viewOf == nil { writeList(one, &json) }
        guard one.viewOf == nil else { return json.endObject() }
        write(operation: "post", one, status: one.statuses["POST"] ?? 201, &json)
        json.endObject()
        json.key(one.template.item.text)
        json.beginObject()
        writeParameters(one.template.item, &json)
        write(operation: "get", one, status: 200, &json)
        let writes = ["PUT", "PATCH"].filter { one.statuses[$0] != nil }
        for method in writes.isEmpty ? ["PUT", "PATCH"] : writes {
            write(operation: method.lowercased(), one, status: one.statuses[method] ?? 200, &json)
        }
        write(operation: "delete", one, status: one.statuses["DELETE"] ?? 204, &json)
        json.endObject()
    }

    private func writeParameters(_ template: Template, _ json: inout JSONWriter) {
        let names = template.text.split(separator: "/").filter { $0.hasPrefix("{") }
        guard !names.isEmpty else { return }
        json.key("parameters")
        json.beginArray()
        for name in names {
            json.beginObject()
            json.field("name", String(name.dropFirst().dropLast()))
            json.field("in", "path")
            json.field("required", true)
            json.key("schema")
            json.raw(#"{"type":"string"}"#.utf8)
            json.endObject()
        }
        json.endArray()
    }

    private mutating func writeList(_ one: GuessedCollection, _ json: inout JSONWriter) {
        operations += 1
        json.key("get")
        json.beginObject()
        if !one.queries.isEmpty {
            json.key("parameters")
            json.beginArray()
            for name in one.queries {
                json.beginObject()
                json.field("name", name)
                json.field("in", "query")
                json.key("schema")
                json.raw("{}".utf8)
                json.endObject()
            }
            json.endArray()
        }
        respond(status: 200, &json) { json in
            write(list: one.list, one.array[...], reference(one), &json)
        }
        json.endObject()
    }

    /// The schema of an answer with a list: what leads to its array, and what stands beside.
    private func write(
        list sample: JSONValue?,
        _ array: ArraySlice<String>,
        _ row: String,
        _ json: inout JSONWriter
    ) {
        json.beginObject()
        guard let name = array.first else {
            json.field("type", "array")
            json.key("items")
            json.raw(row.utf8)
            return json.endObject()
        }
        json.field("type", "object")
        json.key("required")
        json.beginArray()
        for (member, _) in sample?.members ?? [] { json.string(member) }
        json.endArray()
        json.key("properties")
        json.beginObject()
        for (member, value) in sample?.members ?? [] {
            json.key(member)
            if member == name {
                write(list: value, array.dropFirst(), row, &json)
            } else {
                Self.write(value, &json)
            }
        }
        json.endObject()
        json.endObject()
    }

    /// The schema of one value, with the value as its example.
    private static func write(_ value: JSONValue, _ json: inout JSONWriter) {
        let shape = ValueShape()
        shape.add(value)
        var schema = JSONWriter(escaping: .utf8)
        shape.write(&schema)
        var text = schema.finish()
        text.removeLast()
        if text.count > 1 { text.append(UInt8(ascii: ",")) }
        var example = JSONWriter(escaping: .utf8)
        example.value(value)
        json.raw(text + Array(#""example":"#.utf8) + example.finish() + Array("}".utf8))
    }

    private func reference(_ one: GuessedCollection) -> String {
        let name = names[one.viewOf ?? one.template] ?? ""
        return "{\"$ref\":\"#/components/schemas/\(name)\"}"
    }

    private mutating func write(
        operation: String,
        _ one: GuessedCollection,
        status: Int,
        _ json: inout JSONWriter
    ) {
        operations += 1
        json.key(operation)
        json.beginObject()
        if ["post", "put", "patch"].contains(operation) {
            json.key("requestBody")
            let body =
                one.wrapper.map { name in
                    var inner = JSONWriter(escaping: .utf8)
                    inner.string(name)
                    let quoted = String(decoding: inner.finish(), as: UTF8.self)
                    return #"{"type":"object","properties":{\#(quoted):{"type":"object"}}}"#
                } ?? #"{"type":"object"}"#
            json.raw(#"{"content":{"application/json":{"schema":\#(body)}}}"#.utf8)
        }
        let answer = one.answers[operation == "get" ? "GET one" : operation.uppercased()]
        respond(status: status, &json, hasBody: status != 204) { json in
            write(answer: answer, operation, one, &json)
        }
        json.endObject()
    }

    /// The row, in its wrapper; what a write has answered instead of it.
    private func write(
        answer: JSONValue?,
        _ operation: String,
        _ one: GuessedCollection,
        _ json: inout JSONWriter
    ) {
        let row = answer.flatMap { answer in one.wrapper.flatMap { answer[$0] } ?? answer }
        if let answer, row?[one.id] == nil { return Self.write(answer, &json) }
        guard let wrapper = one.wrapper else { return json.raw(reference(one).utf8) }
        json.beginObject()
        json.field("type", "object")
        json.key("required")
        json.beginArray()
        json.string(wrapper)
        json.endArray()
        json.key("properties")
        json.beginObject()
        json.key(wrapper)
        json.raw(reference(one).utf8)
        for (name, value) in answer?.members ?? [] where name != wrapper {
            json.key(name)
            Self.write(value, &json)
        }
        json.endObject()
        json.endObject()
    }

    private func respond(
        status: Int,
        _ json: inout JSONWriter,
        hasBody: Bool = true,
        _ schema: (inout JSONWriter) -> Void
    ) {
        json.key("responses")
        json.beginObject()
        json.key("\(status)")
        json.beginObject()
        json.field("description", "as recorded")
        if hasBody {
            json.key("content")
            json.beginObject()
            json.key("application/json")
            json.beginObject()
            json.key("schema")
            schema(&json)
            json.endObject()
            json.endObject()
        }
        json.endObject()
        json.endObject()
    }

    // MARK: Documents and actions

    private mutating func write(
        document template: Template,
        _ answer: JSONValue,
        _ writes: [String],
        _ json: inout JSONWriter
    ) {
        json.key(template.text)
        json.beginObject()
        writeParameters(template, &json)
        for method in ["GET"] + writes {
            operations += 1
            json.key(method.lowercased())
            json.beginObject()
            if method != "GET" {
                json.key("requestBody")
                json.raw(#"{"content":{"application/json":{"schema":{"type":"object"}}}}"#.utf8)
            }
            respond(status: 200, &json) { Self.write(answer, &$0) }
            json.endObject()
        }
        json.endObject()
    }

    private mutating func writeActions(_ json: inout JSONWriter) {
        var paths: [Template] = []
        for action in api.actions where !paths.contains(action.template) {
            paths.append(action.template)
        }
        for path in paths {
            json.key(path.text)
            json.beginObject()
            writeParameters(path, &json)
            for action in api.actions where action.template == path {
                guard let one = api.collections.first(where: { $0.template == action.of }) else {
                    continue
                }
                operations += 1
                json.key(action.method.lowercased())
                json.beginObject()
                respond(status: action.status, &json) { write(answer: nil, "action", one, &$0) }
                json.endObject()
            }
            json.endObject()
        }
    }
}
