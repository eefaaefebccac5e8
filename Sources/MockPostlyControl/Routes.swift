package import MockPostlyHTTP

extension Control {
    /// Where all of it is.
    package static let prefix = "/__mockpostly/v1"

    /// The whole control plane.
    package static let routes: [Route<Control>] = [
        .get("/__mockpostly/v1/live", "whether the process runs", Health.live),
        .get("/__mockpostly/v1/ready", "whether requests are answered", Health.ready),
        .get("/__mockpostly/v1/version", "what the server is made of", Health.version),
        .get("/__mockpostly/v1/metrics", "figures for Prometheus", Health.metrics),
        .get("/__mockpostly/v1/openapi.yaml", "the description of the API", Health.openAPI),
        .get("/__mockpostly/v1/worlds", "the worlds, counted", Worlds.list),
        .post("/__mockpostly/v1/reset", "bring a world back to its seed", Worlds.reset),
    ]
}
