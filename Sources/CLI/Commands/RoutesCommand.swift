internal import APIDialect
internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer
internal import MockPostlyWorlds

extension Commands {
    static let routes = Command(
        name: "routes",
        summary: "list the routes",
        description: """
            Prints every route with method, path and purpose, from the tables that the server \
            uses. A GET route also answers HEAD, except DummyJSON's /c/{identifier}. With a FILE, an \
            OpenAPI description, prints for each of its operations whether it has state, and why.
            """,
        operands: .init(placeholder: "[FILE]", count: 0...1, completion: .paths),
        groups: [
            .init(
                title: "Options",
                options: [
                    ServerOptions.dialects, CommandOptions.json, CommandOptions.listFormat,
                    CommandOptions.warnings, CommandOptions.overlay,
                ]
            )
        ],
        examples: [
            .init(line: "mockpostly routes", purpose: "as a table"),
            .init(
                line: "mockpostly routes --json | jq -r '.routes[].path' | sort -u",
                purpose: "only the paths"
            ),
            .init(line: "mockpostly routes openapi.yaml", purpose: "what of your API has state"),
        ],
        body: listRoutes
    )

    private static func listRoutes(_ call: Command.Call) throws(Failure) -> ExitCode {
        if let file = call.operands.first { return try listOperations(of: file, call) }
        let lines = call.settings.configuration.routeLines
        if call.settings.isJSON {
            try call.console.write(routesInJSON(lines))
        } else {
            let rows = lines.map { [$0.method, $0.path, $0.summary] }
            try call.console.write(table(rows, width: call.console.columns))
        }
        return .success
    }

    private static func listOperations(
        of file: String,
        _ call: Command.Call
    ) throws(Failure) -> ExitCode {
        let configuration = try call.naming(file: file).serverConfiguration()
        guard let described = configuration.settings[API.self].described else {
            throw Failure(
                "\(file) is no OpenAPI description",
                hint:
                    "collections of a JSON file have the routes that `mockpostly routes --systems"
                    + " api` lists",
                .configuration
            )
        }
        if call.settings.routes.isOverlay {
            try call.console.write(described.overlayText)
            return .success
        }
        let lines = API.operations(configuration.settings)
        let warnings = call.settings.routes.showsWarnings ? described.warnings : []
        if call.settings.isJSON {
            try call.console.write(operationsInJSON(lines, warnings))
            return .success
        }
        let rows = lines.map { line in
            [line.method, line.path, line.hasState ? line.role : "-", line.reason]
        }
        var text = table(rows, width: call.console.columns)
        for warning in warnings { text += "warning: \(warning)\n" }
        if !call.settings.routes.showsWarnings, let note = described.exampleNote {
            text += "note: \(note)\n"
        }
        let suggestion = described.suggestion
        if !suggestion.isEmpty {
            text +=
                "\nWeak guesses; what is wrong of them can be said in openapi.mock.yaml beside the file:\n\n"
            text += suggestion + "\n"
        }
        try call.console.write(text + OperationLine.sum(of: lines) + "\n")
        return .success
    }

    private static func operationsInJSON(_ lines: [OperationLine], _ warnings: [String]) -> [UInt8]
    {
        document { writer in
            writer.beginObject()
            writer.key("operations")
            writer.beginArray()
            for line in lines { line.write(&writer) }
            writer.endArray()
            if !warnings.isEmpty {
                writer.key("warnings")
                writer.beginArray()
                for warning in warnings { writer.string(warning) }
                writer.endArray()
            }
            writer.endObject()
        }
    }

    private static func routesInJSON(_ lines: [RouteLine]) -> [UInt8] {
        document { writer in
            writer.beginObject()
            writer.key("routes")
            writer.beginArray()
            for line in lines { line.write(&writer) }
            writer.endArray()
            writer.endObject()
        }
    }
}
