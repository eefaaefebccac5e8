internal import MockPostlyAssets
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorlds

/// `live`, `ready`, `version`, `metrics` and the descriptions.
enum ServerStatus {
    static func live(_ request: Request, _: Control.Call) throws -> Response {
        try ControlQuery(request)
        return .object { json in json.field("status", "live") }
    }

    static func ready(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        guard call.worlds.isLoaded else { throw HostError.notReady }
        if let reason = call.worlds.impairment { throw HostError.notWritable(reason: reason) }
        return .object { json in json.field("status", "ready") }
    }

    static func version(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        return .object { json in
            for (name, value) in call.control.process.versions {
                json.key(name)
                json.string(value)
            }
            if let instance = call.configuration.instance { json.field("instance", instance.name) }
        }
    }

    /// What is known of each operation of an API that its settings describe.
    static func routes(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let (registry, names) = (call.configuration.registry, call.configuration.dialects)
        let lines = registry.operations(names, call.configuration.settings)
        return .object { json in
            json.list("operations", lines) { line, json in line.write(&json) }
        }
    }

    static func metrics(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        return Response(
            contentType: "text/plain; version=0.0.4; charset=utf-8",
            text: try call.course.metricsText()
        )
    }

    /// How to connect a client to each system, with log-ins: what the banner of a server says.
    static func introduction(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        guard call.worlds.isLoaded else { throw HostError.notReady }
        return .object { json in
            json.field("local", call.configuration.isLocal)
            json.list("systems", call.worlds.systems) { system, json in
                let introduction = system.introduction
                json.beginObject()
                json.field("name", system.name)
                json.field("title", system.title)
                json.list("lines", introduction.lines + introduction.linesWhenAlone) { line, json in
                    json.beginObject()
                    json.field("label", line.label)
                    switch line.content {
                    case .address(let scheme, let path):
                        json.field("scheme", scheme)
                        json.field("path", path)
                    case .emulatorAddress(let scheme, let path):
                        json.field("scheme", scheme)
                        json.field("path", path)
                        json.field("emulator", true)
                    case .text(let text): json.field("text", text)
                    }
                    json.field("note", line.note)
                    json.endObject()
                }
                json.list("notes", introduction.notes) { $1.string($0) }
                json.endObject()
            }
        }
    }

    static func openAPI(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        return Response(contentType: "application/yaml", body: Assets.openAPI)
    }

    static func openAPIOfControl(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        return Response(contentType: "application/yaml", body: Assets.openAPIOfControl)
    }

    static func openAPIInJSON(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        return try inJSON(Assets.openAPIInJSON)
    }

    static func openAPIOfControlInJSON(
        _ request: Request,
        _ call: Control.Call
    ) throws -> Response {
        try ControlQuery(request)
        return try inJSON(Assets.openAPIOfControlInJSON)
    }

    private static func inJSON(_ description: [UInt8]?) throws -> Response {
        guard let description else { throw HostError.noDescriptionInJSON }
        return Response(contentType: "application/json", body: description)
    }
}
