internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyStubs
internal import MockPostlyWorlds

/// `/__admin/scenarios`: the states of scenarios.
enum WireMockScenarios {
    static let routes: [Route<Control.Call>] = [
        .get("/__admin/scenarios", "list the scenarios", list),
        .post("/__admin/scenarios/reset", "reset all scenarios", reset),
        .put("/__admin/scenarios/{name}/state", "set or reset the state of a scenario", set),
    ]

    private static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let stubs = try call.stubs
        return .object { json in
            json.list("scenarios", stubs.scenarios) { scenario, json in
                json.beginObject()
                json.field("id", scenario.name)
                json.field("name", scenario.name)
                json.field("state", scenario.state)
                json.list("possibleStates", scenario.states)
                let taking = stubs.entries.filter { entry in
                    entry.stub.step.map { $0.scenario.isIdentical(to: scenario.name) } ?? false
                }
                json.list("mappings", taking) { entry, json in entry.writeMapping(&json) }
                json.endObject()
            }
        }
    }

    private static func reset(_ request: Request, _ call: Control.Call) throws -> Response {
        try call.stubs.resetScenarios()
        return WireMock.done
    }

    /// Without a body, or a state in it, the scenario begins again.
    private static func set(_ request: Request, _ call: Control.Call) throws -> Response {
        var state = Stub.ScenarioStep.start
        if !request.body.isEmpty {
            let body = try MappingNode(request.body)
            try body.allow(["state"])
            state = try body["state"]?.text() ?? state
        }
        let name = request.parameter("name")
        let stubs = try call.stubs
        guard let scenario = stubs.scenarios.first(where: { $0.name.isIdentical(to: name) }) else {
            throw Problem(
                404,
                "Unknown scenario",
                detail: "Scenario \(shortened(name)) does not exist.",
                hint: "There are: \(enumerated(stubs.scenarios.map(\.name)))."
            )
        }
        guard scenario.states.contains(where: state.isIdentical) else {
            throw MappingFault(
                pointer: "/state",
                title: "Unknown state",
                detail: "Scenario \(name) has the states \(enumerated(scenario.states))"
            )
        }
        stubs.setState(of: name, to: state)
        return WireMock.done
    }
}

/// What WireMock's clients ask of the server as a whole.
enum WireMockSystem {
    static let routes: [Route<Control.Call>] = [
        .post(
            "/__admin/reset",
            "the mappings of the beginning, no journal",
            WireMockMappings.restart
        ),
        .get("/__admin/version", "the version of this server", version),
        .get("/__admin/settings", "the settings", settings),
        .post("/__admin/settings", "set the delay of all answers", setSettings),
        .put("/__admin/settings", "set the delay of all answers", setSettings),
        .get("/__admin/health", "whether the server is ready", health),
    ]

    /// Of this server, which is no version of WireMock.
    private static func version(_ request: Request, _ call: Control.Call) throws -> Response {
        let versions = call.control.process.versions
        return .object { json in
            json.field("version", versions.first { $0.name == "version" }?.value ?? "")
        }
    }

    private static func settings(_ request: Request, _ call: Control.Call) throws -> Response {
        let settings = try call.stubs.commonDelay.text
        return .object { json in
            json.key("settings")
            if let sent = try? JSON(parsing: settings).root {
                json.value(sent)
            } else {
                json.null()
            }
        }
    }

    private static func setSettings(_ request: Request, _ call: Control.Call) throws -> Response {
        let body = try MappingNode(request.body)
        try body.allow(["fixedDelay", "delayDistribution", "extended", "proxyPassThrough"])
        if let extended = body["extended"], !extended.isEmpty {
            throw extended.fault("is not supported: there are no extensions")
        }
        if let passes = body["proxyPassThrough"], try !passes.bool() {
            throw passes.fault("must be true: there is no proxying of browsers")
        }
        try call.stubs.commonDelay = CommonDelay(
            body["fixedDelay"].map { node throws(MappingFault) in
                .milliseconds(try node.int(in: 0...StubResponse.longestDelay))
            },
            body["delayDistribution"]?.delay(),
            text: body.value.asWritten
        )
        return WireMock.done
    }

    private static func health(_ request: Request, _ call: Control.Call) throws -> Response {
        let isReady = call.worlds.isLoaded
        return .object(status: isReady ? 200 : 503) { json in
            json.field("status", isReady ? "healthy" : "unhealthy")
            json.field("message", isReady ? "Wiremock is ok" : "The content is being loaded")
        }
    }
}
