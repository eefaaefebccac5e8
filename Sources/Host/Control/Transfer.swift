internal import MockPostlyHTTP
internal import MockPostlyWorlds

/// `export` and `import`: a world's content as a file, a database or a seed in JSON.
enum Transfer {
    static func export(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world", "format"])
        let format = try query.choice("format", ExportFormat.self) ?? .seed
        let world = try call.world(query)
        return try call.worlds.export(world: world, as: format).map { bytes in
            var response = Response(contentType: format.mediaType, body: bytes)
            let name = "\(world).\(format.fileExtension)"
            response.fields.append(
                .init("Content-Disposition", "attachment; filename=\"\(name)\"")
            )
            return response
        }
    }

    static func importContent(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        guard !request.body.isEmpty else {
            throw Problem(
                400,
                "No content",
                detail: "The body of the request is empty.",
                hint: "Send what /__mockpostly/v1/export gives: a seed in JSON, or a database."
            )
        }
        let world = try call.world(query)
        return try call.worlds.importContent(request.body, into: world).map { $0.response() }
    }
}

extension ExportFormat {
    fileprivate var mediaType: String {
        switch self {
        case .sqlite: "application/vnd.sqlite3"
        case .seed: "application/json"
        }
    }

    fileprivate var fileExtension: String {
        switch self {
        case .sqlite: "sqlite"
        case .seed: "json"
        }
    }
}
