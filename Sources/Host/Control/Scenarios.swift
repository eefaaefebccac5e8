internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlySeeds
internal import MockPostlyWorlds

/// `scenarios` and `seed/schema`: what a world can begin with.
enum Scenarios {
    static func seedSchema(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let schema = SeedSchema.json(call.configuration.content.seeds)
        return Response(contentType: "application/schema+json", body: schema)
    }

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
