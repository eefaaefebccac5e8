internal import MockPostlyDialect
internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyServer

extension Commands {
    static let routes = Command(
        name: "routes",
        summary: "list what is served",
        description: """
            Prints every route: method, path and what it does. These are the tables that the \
            server itself is made from. HEAD is answered wherever GET is.
            """,
        groups: [
            .init(title: "Options", options: [ServerOptions.dialects, CommandOptions.json])
        ],
        examples: [
            .init(line: "mockpostly routes", purpose: "as a table"),
            .init(
                line: "mockpostly routes --json | jq -r '.routes[].path' | sort -u",
                purpose: "the paths alone"
            ),
        ],
        body: listRoutes
    )

    private static func listRoutes(_ call: Command.Call) throws(Failure) -> ExitCode {
        let lines = call.settings.configuration.routeLines
        if call.settings.isJSON {
            try call.console.write(routesInJSON(lines))
        } else {
            try call.console.write(table(lines.map { [$0.method, $0.path, $0.summary] }))
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
