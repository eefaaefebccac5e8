internal import MockPostlyHTTP
internal import MockPostlyJSON

/// `scenarios`: what a world can begin with.
enum Scenarios {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let scenarios = call.server.scenarios
        return .object { json in
            json.list("scenarios", scenarios) { scenario, json in
                json.beginObject()
                json.field("name", scenario.name)
                json.field("summary", scenario.summary)
                json.endObject()
            }
        }
    }
}
