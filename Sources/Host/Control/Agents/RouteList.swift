internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorlds

/// `routes`: what the systems of a world have, as `mockpostly routes` prints it, and what of an API
/// with a description has state.
enum RouteList {
    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(
            request,
            parameters: ["world", "system", "path"],
            formerNames: ["system": "dialect"]
        )
        let name = try call.world(query)
        let served = try call.worlds.found(name).served.map { type(of: $0.dialect) }
        let settings = call.configuration.settings
        let wanted = query.text("system")
        if let wanted, !served.contains(where: { $0.name.isIdentical(to: wanted) }) {
            let name = query.spelled("system")
            throw Problem(
                400,
                "Bad value",
                detail: "The parameter '\(name)' is '\(shortened(wanted))'.",
                hint: "This world has: \(enumerated(served.map { $0.name })).",
                member: name
            )
        }
        let start = Array((query.text("path") ?? "").utf8)
        let asked = served.filter { wanted == nil || $0.name == wanted }
        // A description has its own operations in place of the routes of a file.
        let lines = asked.filter { $0.operations(settings).isEmpty }.flatMap { $0.routeLines }
            .filter { $0.path.utf8.starts(with: start) }
        let operations = asked.flatMap { $0.operations(settings) }
            .filter { $0.path.utf8.starts(with: start) }
        return .object { json in
            json.field("world", name)
            json.list("routes", lines) { line, json in line.write(&json) }
            json.list("operations", operations) { line, json in line.write(&json) }
        }
    }
}
