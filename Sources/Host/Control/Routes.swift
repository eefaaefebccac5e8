package import MockPostlyHTTP

extension Control {
    /// The common prefix of all routes.
    package static let prefix = "/__mockpostly/v1"

    /// Routes that need no admin token, so that health checks work without it.
    static let freePatterns = ["/__mockpostly/v1/live", "/__mockpostly/v1/ready"]

    /// The whole control plane; metrics and replies name a route by its index.
    package static let routes: [Route<Call>] = [
        .get("/__mockpostly/v1/live", "whether the process runs", Health.live),
        .get("/__mockpostly/v1/ready", "whether requests are answered", Health.ready),
        .get("/__mockpostly/v1/version", "what the server is made of", Health.version),
        .get("/__mockpostly/v1/metrics", "figures for Prometheus", Health.metrics),
        .get("/__mockpostly/v1/openapi.yaml", "the description of the API", Health.openAPI),
        .get(
            "/__mockpostly/v1/openapi-control.yaml",
            "the description of the control plane",
            Health.openAPIOfControl
        ),
        .get(
            "/__mockpostly/v1/openapi.json",
            "the description of the API, as JSON",
            slow: Health.openAPIInJSON
        ),
        .get(
            "/__mockpostly/v1/openapi-control.json",
            "the description of the control plane, as JSON",
            slow: Health.openAPIOfControlInJSON
        ),

        .get("/__mockpostly/v1/worlds", "the worlds", Worlds.list),
        .post("/__mockpostly/v1/worlds", "a new world", slow: Worlds.create),
        .get("/__mockpostly/v1/worlds/{id}", "one world", Worlds.show),
        .delete("/__mockpostly/v1/worlds/{id}", "end a world", Worlds.delete),
        .post("/__mockpostly/v1/worlds/{id}/fork", "a copy of a world", slow: Worlds.fork),
        .post(
            "/__mockpostly/v1/worlds/{id}/reset",
            "bring a world back to its start",
            slow: Reset.resetNamed
        ),
        .post("/__mockpostly/v1/reset", "bring a world back to its start", slow: Reset.reset),
        .get("/__mockpostly/v1/scenarios", "what a world can begin with", Scenarios.list),

        .get("/__mockpostly/v1/snapshots", "the snapshots", Snapshots.list),
        .post("/__mockpostly/v1/snapshots", "keep a world's content", slow: Snapshots.save),
        .get("/__mockpostly/v1/snapshots/{name}", "one snapshot", Snapshots.show),
        .delete("/__mockpostly/v1/snapshots/{name}", "forget a snapshot", Snapshots.delete),
        .post(
            "/__mockpostly/v1/snapshots/{name}/restore",
            "bring a world back to a snapshot",
            slow: Snapshots.restore
        ),
        .get(
            "/__mockpostly/v1/snapshots/{name}/diff",
            "in what a world or a snapshot differs",
            slow: Snapshots.diff
        ),

        .get("/__mockpostly/v1/export", "a world's content as a file", slow: Transfer.export),
        .post("/__mockpostly/v1/import", "give a world a content", slow: Transfer.importContent),

        .get("/__mockpostly/v1/clock", "a world's time", ClockSettings.show),
        .put("/__mockpostly/v1/clock", "set a world's time", ClockSettings.set),
        .post("/__mockpostly/v1/clock/advance", "move a world's time", ClockSettings.advance),
        .post("/__mockpostly/v1/tokens", "a token, good or bad", slow: TokenMinting.mint),
    ]
}
