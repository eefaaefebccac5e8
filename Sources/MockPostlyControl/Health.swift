internal import MockPostlyHTTP
internal import MockPostlyJSON

/// `live`, `ready`, `version`, `metrics` and `openapi.yaml`.
enum Health {
    static func live(_: Request, _: Control) -> Response {
        status("live")
    }

    static func ready(_: Request, _ control: Control) throws -> Response {
        guard control.server.isReady else {
            throw Problem(
                503,
                "Not ready",
                detail: "The content is still being loaded.",
                hint: "Ask again; requests sent now are answered when it is loaded."
            )
        }
        return status("ready")
    }

    static func version(_: Request, _ control: Control) -> Response {
        .json { json in
            json.beginObject()
            for (name, value) in control.server.versions {
                json.key(name)
                json.string(value)
            }
            json.endObject()
        }
    }

    static func metrics(_: Request, _ control: Control) throws -> Response {
        Response(
            contentType: "text/plain; version=0.0.4; charset=utf-8",
            text: try control.server.metricsText()
        )
    }

    static func openAPI(_: Request, _ control: Control) -> Response {
        Response(contentType: "application/yaml", body: control.server.openAPI)
    }

    private static func status(_ word: String) -> Response {
        .json { json in
            json.beginObject()
            json.field("status", word)
            json.endObject()
        }
    }
}

extension Response {
    /// An answer with the JSON that `write` writes, and a newline.
    static func json(_ write: (inout JSONWriter) throws -> Void) rethrows -> Response {
        var json = JSONWriter(escaping: .utf8)
        try write(&json)
        json.byte(0x0A)
        return Response(contentType: "application/json", body: json.finish())
    }
}
