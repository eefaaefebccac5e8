internal import MockPostlyHTTP
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
        var text = PrettyJSON(reserving: 1 << 16)
        var isFirst = true
        text.beginObject()
        for (name, member) in call.store.file.members {
            if case .note = member, !call.api.isOriginal { continue }
            text.member(name, isFirst: isFirst)
            isFirst = false
            switch member {
            case .collection:
                text.writeList(try call.rows(name).rows) { call.write($1.value, of: name, &$0) }
            case .singular(let value): text.write(try call.store.object(name) ?? value)
            case .note(let value): text.write(value)
            }
        }
        text.endObject(isEmpty: isFirst)
        return Response(status: 200, fields: [Response.jsonType], body: text.bytes)
    }
}
