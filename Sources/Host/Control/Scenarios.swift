internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlySeeds

/// `scenarios`: what a world can begin with.
enum Scenarios {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        return .object { json in
            json.list("scenarios", Scenario.allCases) { scenario, json in
                json.beginObject()
                json.field("name", scenario.rawValue)
                json.field("summary", scenario.summary)
                json.endObject()
            }
        }
    }
}
