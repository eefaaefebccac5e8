internal import MockPostlyContent
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
    ///   - more: members that follow.
    /// - Returns: pretty JSON without a line end.
    /// - Throws: SQLite's errors.
    func state(
        _ write: (_ name: String, _ row: JSONValue, _ text: inout PrettyJSON) -> Void,
        notes: (_ name: String) -> Bool,
        more: [(name: String, value: JSONValue)] = []
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
        for (name, value) in more {
            text.member(name, isFirst: isFirst)
            isFirst = false
            text.write(value)
        }
        text.endObject(isEmpty: isFirst)
        return text.bytes
    }

    /// The file as it would be with what clients have written, with its options and notes.
    ///
    /// All dates are whole. Where a client wrote a text that would be a relative one, an option says
    /// that there are none.
    package var stateFile: [UInt8]? {
        get throws {
            let name = CollectionSource.optionsName
            let mustSay = try !settings.hasRelativeDates || hasRelativeTexts
            let own = try mustSay ? optionsWithoutRelativeDates : nil
            return try state(
                { $2.write($1) },
                notes: { own == nil || $0 != name },
                more: own.map { [(name, $0)] } ?? []
            ) + [UInt8(ascii: "\n")]
        }
    }

    /// Whether a text of the present rows would be read as a relative date.
    private var hasRelativeTexts: Bool {
        get throws {
            for (name, dates) in settings.dates {
                if try store.rows(name)?.rows.contains(where: { $0.value.hasRelativeDates(dates) })
                    == true
                {
                    return true
                }
                if try store.object(name)?.hasRelativeDates(dates) == true { return true }
            }
            return false
        }
    }

    private var optionsWithoutRelativeDates: JSONValue {
        get throws {
            var options = JSObject()
            if case .note(let value)? = store.file[CollectionSource.optionsName],
                case .object(let own) = JSValue(value)
            {
                options = own
            }
            options[CollectionSource.relativeDatesName] = .bool(false)
            return try CollectionStore.stored(.object(options)).value
        }
    }
}
