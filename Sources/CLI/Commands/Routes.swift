internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer

extension Commands {
    static let routes = Command(
        name: "routes",
        summary: "list the routes",
        description: """
            Prints every route with method, path and purpose, from the tables that the server \
            uses. A GET route also answers HEAD, except DummyJSON's /c/{identifier}.
            """,
        groups: [
            .init(title: "Options", options: [ServerOptions.dialects, CommandOptions.json])
        ],
        examples: [
            .init(line: "mockpostly routes", purpose: "as a table"),
            .init(
                line: "mockpostly routes --json | jq -r '.routes[].path' | sort -u",
                purpose: "only the paths"
            ),
        ],
        body: listRoutes
    )

    private static func listRoutes(_ call: Command.Call) throws(Failure) -> ExitCode {
        let lines = call.settings.configuration.routeLines
        if call.settings.isJSON {
            try call.console.write(routesInJSON(lines))
        } else {
            let rows = lines.map { [$0.method, $0.path, $0.summary] }
            try call.console.write(table(rows, width: call.console.columns))
        }
        return .success
    }

    private static func routesInJSON(_ lines: [RouteLine]) -> [UInt8] {
        document { writer in
            writer.beginObject()
            writer.key("routes")
            writer.beginArray()
            for line in lines {
                writer.beginObject()
                writer.field("dialect", line.dialect)
                writer.field("method", line.method)
                writer.field("path", line.path)
                writer.field("summary", line.summary)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }
}
