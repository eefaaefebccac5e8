internal import MockPostlyHTTP
internal import MockPostlyWorlds

/// `export` and `import`: a world's content as a file, a database or a seed in JSON.
enum Transfer {
    static func export(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world", "format"])
        let choice = try query.choice("format", Choice.self) ?? .seed
        let world = try call.world(query)
        let format: ExportFormat = choice == .sqlite ? .sqlite : .seed
        func response(_ bytes: [UInt8]) -> Response {
            var response = Response(contentType: format.mediaType, body: bytes)
            let name = "\(world).\(format.fileExtension)"
            response.fields.append(
                .init("Content-Disposition", "attachment; filename=\"\(name)\"")
            )
            return response
        }
        guard choice != .api else {
            return .now(response(try call.worlds.stateFile(of: choice.rawValue, world: world)))
        }
        return try call.worlds.export(world: world, as: format).map(response)
    }

    /// What an export is: all content, or the rows of the user's own API as a file of collections.
    private enum Choice: String, CaseIterable {
        case sqlite, seed, api
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
