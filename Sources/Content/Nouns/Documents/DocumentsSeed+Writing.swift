package import MockPostlyContent
internal import MockPostlySQLite

extension DocumentsSeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let connection = content.connection
        writer.key("dummyjson")
        writer.beginObject()
        try writeImport(of: connection, &writer)
        try writeChanges(of: connection, &writer)
        try writeDeletions(of: connection, &writer)
        try writeResponses(of: connection, &writer)
        writer.endObject()
    }

    private static func writeImport(
        of connection: Connection,
        _ writer: inout SeedWriter
    ) throws {
        writer.key("imported")
        guard try LoadedDocuments.hasImport(connection) else { return writer.null() }
        writer.beginObject()
        for kind in DocumentKind.allCases where try !DocumentStore.keepsOwn(kind, connection) {
            writer.key(kind.name)
            writer.beginArray()
            try DocumentStore.forEachImported(kind, in: connection) { row in
                writer.record(row.textBytes(0))
            }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func writeChanges(
        of connection: Connection,
        _ writer: inout SeedWriter
    ) throws {
        var kind: DocumentKind?
        try DocumentStore.forEachChanged(in: connection) { row in
            if kind == nil {
                writer.key("changes")
                writer.beginObject()
            }
            writer.turn(to: row.int(0), from: &kind)
            writer.record(row.textBytes(1))
        }
        guard kind != nil else { return }
        writer.endArray()
        writer.endObject()
    }

    private static func writeDeletions(
        of connection: Connection,
        _ writer: inout SeedWriter
    ) throws {
        var kind: DocumentKind?
        try DocumentStore.forEachDeleted(in: connection) { row in
            if kind == nil {
                writer.key("deleted")
                writer.beginObject()
            }
            writer.turn(to: row.int(0), from: &kind)
            writer.element()
            writer.number(row.int(1))
        }
        guard kind != nil else { return }
        writer.endArray()
        writer.endObject()
    }

    private static func writeResponses(
        of connection: Connection,
        _ writer: inout SeedWriter
    ) throws {
        var isFirst = true
        try ContentTable.customResponse.forEach(
            "identifier",
            "method",
            "body",
            "created_at",
            on: connection
        ) { row in
            if isFirst {
                writer.key("customResponses")
                writer.beginArray()
            }
            isFirst = false
            writer.element()
            writer.beginObject()
            writer.field("identifier", row.textBytes(0))
            writer.field("method", row.textBytes(1))
            writer.field("body", row.textBytes(2))
            writer.date("createdAt", row.int(3))
            writer.endObject()
        }
        if !isFirst { writer.endArray() }
    }
}

extension SeedWriter {
    /// Begins the list of a kind, unless it is the kind of the last record.
    fileprivate mutating func turn(to kind: Int64, from last: inout DocumentKind?) {
        guard let kind = DocumentKind(rawValue: Int(kind)), kind != last else { return }
        if last != nil { endArray() }
        last = kind
        key(kind.name)
        beginArray()
    }

    /// A record on one line; as a string when a seed file could not nest it so deeply.
    fileprivate mutating func record(_ body: LentText) {
        element()
        if depth(of: body) > 56 { text(body) } else { raw(body) }
    }
}

/// How deeply arrays and objects are nested, in valid JSON.
private func depth(of json: LentText) -> Int {
    var (depth, most) = (0, 0)
    var index = 0
    var isInText = false
    while index < json.count {
        switch json[index] {
        case UInt8(ascii: "\""): isInText.toggle()
        case UInt8(ascii: "\\"): index += 1
        case UInt8(ascii: "{") where !isInText, UInt8(ascii: "[") where !isInText:
            depth += 1
            most = max(most, depth)
        case UInt8(ascii: "}") where !isInText, UInt8(ascii: "]") where !isInText: depth -= 1
        default: break
        }
        index += 1
    }
    return most
}
