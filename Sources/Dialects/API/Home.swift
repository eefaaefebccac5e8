internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// What shows the file as a whole.
enum Home {
    /// A page with links to all resources.
    static func page(_ call: Call) throws -> Response {
        let links = call.store.file.resources.map { name in
            let path = escapedForHTML(
                call.request.pathPrefix + call.settings.prefix + "/" + encoded(name)
            )
            return "<li><a href=\"\(path)\">/\(escapedForHTML(name))</a></li>"
        }
        let page = """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><title>Your API</title></head>
            <body><h1>Your API</h1>
            <ul>
            \(links.joined(separator: "\n"))
            </ul>
            </body>
            </html>
            """
        return Response(contentType: "text/html; charset=utf-8", text: page + "\n")
    }

    /// The state as the file would have it.
    ///
    /// Members that are no resources, such as `$schema`, are shown as the original shows them only
    /// where its answers are wanted.
    static func state(_ call: Call) throws -> Response {
        guard !call.isV1 else { throw Failure.notFound }
        let isOriginal = call.api.isOriginal
        let text = try call.api.state { name, value, text in
            call.write(value, of: name, &text)
        } notes: {
            isOriginal && $0 != CollectionSource.optionsName
        }
        return Response(status: 200, fields: [Response.jsonType], body: text)
    }
}

extension API {
    /// All collections and objects in the order of the file.
    ///
    /// - Parameters:
    ///   - write: prints a row of a collection.
    ///   - notes: whether a member of this name is printed that is no resource.
    /// - Returns: pretty JSON without a line end.
    /// - Throws: SQLite's errors.
    func state(
        _ write: (_ name: String, _ row: JSONValue, _ text: inout PrettyJSON) -> Void,
        notes: (_ name: String) -> Bool
    ) throws -> [UInt8] {
        var text = PrettyJSON(reserving: 1 << 16)
        var isFirst = true
        text.beginObject()
        for (name, member) in store.file.members {
            if case .note = member, !notes(name) { continue }
            text.member(name, isFirst: isFirst)
            isFirst = false
            switch member {
            case .collection:
                text.writeList(try store.rows(name)?.rows ?? []) { write(name, $1.value, &$0) }
            case .singular(let value): text.write(try store.object(name) ?? value)
            case .note(let value): text.write(value)
            }
        }
        text.endObject(isEmpty: isFirst)
        return text.bytes
    }

    /// The file as it would be with what clients have written, with its options and notes.
    package var stateFile: [UInt8]? {
        get throws {
            try state({ $2.write($1) }, notes: { _ in true }) + [UInt8(ascii: "\n")]
        }
    }
}
