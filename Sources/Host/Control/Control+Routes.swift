package import MockPostlyHTTP

extension Control {
    /// The common prefix of all routes.
    package static let prefix = "/__mockpostly/v1"

    /// Routes that need no admin token, so that health checks work without it.
    static let freePatterns = ["/__mockpostly/v1/live", "/__mockpostly/v1/ready"]

    /// The descriptions, which pages of any origin may read: they are the same for everybody.
    static let descriptionPatterns = [
        "/__mockpostly/v1/openapi.yaml", "/__mockpostly/v1/openapi-control.yaml",
        "/__mockpostly/v1/openapi.json", "/__mockpostly/v1/openapi-control.json",
        "/__mockpostly/v1/seed/schema",
    ]

    /// The pages for devices, which change nothing and have nothing secret.
    package static let pages: [Route<Call>] = [
        .get(Phone.path, "a page for a phone: base URLs and log-ins", Phone.show),
        .get(Phone.stylePath, "the look of the page for a phone", Phone.style),
        .get(Phone.certificatePath, "the certificate authority, for Android", Phone.certificate),
        .get(Phone.profilePath, "the certificate authority, for iOS", Phone.profile),
        .get(Phone.proofPath, "a picture that proves trust over https", Phone.proof),
        .get(AgentGuide.path, "the server on a page for agents that write code", AgentGuide.show),
        .get(
            DashboardPictures.path,
            "a cover or a portrait for the dashboard",
            slow: DashboardPictures.show
        ),
    ]

    /// The whole control plane but its pages; metrics and replies name a route by its index.
    ///
    /// The order is that of lists; WireMock's routes below `/__admin` are not among them.
    package static let routes: [Route<Call>] = [
        .get("/__mockpostly/v1/live", "whether the process is running", ServerStatus.live),
        .get(
            "/__mockpostly/v1/ready",
            "whether the server is ready for requests",
            ServerStatus.ready
        ),
        .get(
            "/__mockpostly/v1/version",
            "versions of the server and its libraries",
            ServerStatus.version
        ),
        .get("/__mockpostly/v1/metrics", "metrics for Prometheus", ServerStatus.metrics),
        .get("/__mockpostly/v1/openapi.yaml", "the description of the API", ServerStatus.openAPI),
        .get(
            "/__mockpostly/v1/openapi-control.yaml",
            "the description of the control plane",
            ServerStatus.openAPIOfControl
        ),
        .get(
            "/__mockpostly/v1/openapi.json",
            "the description of the API, as JSON",
            ServerStatus.openAPIInJSON
        ),
        .get(
            "/__mockpostly/v1/openapi-control.json",
            "the description of the control plane, as JSON",
            ServerStatus.openAPIOfControlInJSON
        ),

        .get("/__mockpostly/v1/worlds", "the worlds", WorldManagement.list),
        .post("/__mockpostly/v1/worlds", "create a world", slow: WorldManagement.create),
        .delete(
            "/__mockpostly/v1/worlds",
            "delete all worlds but the default one",
            WorldManagement.deleteAll
        ),
        .get("/__mockpostly/v1/worlds/{id}", "one world", WorldManagement.show),
        .delete("/__mockpostly/v1/worlds/{id}", "delete a world", WorldManagement.delete),
        .post("/__mockpostly/v1/worlds/{id}/fork", "copy a world", slow: WorldManagement.fork),
        .post(
            "/__mockpostly/v1/worlds/{id}/reset",
            "reset a world to its first content",
            slow: WorldReset.resetNamed
        ),
        .post(
            "/__mockpostly/v1/reset",
            "reset a world to its first content",
            slow: WorldReset.reset
        ),
        .post("/__mockpostly/v1/undo", "undo the last writes of a world", Undoing.undo),
        .get("/__mockpostly/v1/home", "the world of requests that name none", HomeWorld.show),
        .put("/__mockpostly/v1/home", "choose the world of requests that name none", HomeWorld.set),
        .get(
            "/__mockpostly/v1/introduction",
            "how to connect a client, and who can log in",
            ServerStatus.introduction
        ),
        .get(
            "/__mockpostly/v1/routes",
            "the routes of a world's systems, and what of your API has state",
            RouteList.show
        ),
        .get("/__mockpostly/v1/scenarios", "list the scenarios for new worlds", Scenarios.list),
        .get("/__mockpostly/v1/seed/schema", "the JSON Schema of seed files", Scenarios.seedSchema),

        .get("/__mockpostly/v1/snapshots", "the snapshots", slow: Snapshots.list),
        .post("/__mockpostly/v1/snapshots", "save a world's content", slow: Snapshots.save),
        .get("/__mockpostly/v1/snapshots/{name}", "one snapshot", slow: Snapshots.show),
        .delete("/__mockpostly/v1/snapshots/{name}", "delete a snapshot", Snapshots.delete),
        .post(
            "/__mockpostly/v1/snapshots/{name}/restore",
            "restore a snapshot into a world",
            slow: Snapshots.restore
        ),
        .get(
            "/__mockpostly/v1/snapshots/{name}/diff",
            "compare a world or a snapshot with a snapshot",
            slow: Snapshots.diff
        ),

        .get(
            "/__mockpostly/v1/changes",
            "what is not as a world began",
            slow: Snapshots.changes
        ),

        .get("/__mockpostly/v1/faults", "the faults of a world", Faults.list),
        .post("/__mockpostly/v1/faults", "add a fault for some requests", Faults.add),
        .delete("/__mockpostly/v1/faults", "delete all faults of a world", Faults.deleteAll),
        .get("/__mockpostly/v1/faults/{id}", "one fault", Faults.show),
        .patch("/__mockpostly/v1/faults/{id}", "change a fault", Faults.change),
        .delete("/__mockpostly/v1/faults/{id}", "delete a fault", Faults.delete),
        .get("/__mockpostly/v1/fault-presets", "the faults that have names", Faults.presets),

        .get("/__mockpostly/v1/export", "export a world's content", slow: Transfer.export),
        .post(
            "/__mockpostly/v1/import",
            "import content into a world",
            slow: Transfer.importContent
        ),

        .get("/__mockpostly/v1/clock", "show a world's clock", ClockSettings.show),
        .put("/__mockpostly/v1/clock", "set a world's clock", ClockSettings.set),
        .post("/__mockpostly/v1/clock/advance", "advance a world's clock", ClockSettings.advance),
        .post(
            "/__mockpostly/v1/tokens",
            "make a token, valid or with a fault",
            slow: TokenMinting.mint
        ),
        .get("/__mockpostly/v1/login-codes", "list the one-time codes of log-ins", LoginCodes.list),

        .get("/__mockpostly/v1/data", "the collections of records of a world", WorldRecords.list),
        .get("/__mockpostly/v1/data/{collection}", "a page of records", WorldRecords.page),
        .post("/__mockpostly/v1/data/{collection}", "add a record", slow: WorldRecords.add),
        .get("/__mockpostly/v1/data/{collection}/{id}", "one record", WorldRecords.show),
        .patch(
            "/__mockpostly/v1/data/{collection}/{id}",
            "change a record",
            slow: WorldRecords.edit
        ),
        .delete("/__mockpostly/v1/data/{collection}/{id}", "delete a record", WorldRecords.delete),

        .get("/__mockpostly/v1/requests", "list the requests of a world", slow: Requests.list),
        .post(
            "/__mockpostly/v1/requests",
            "send a request, new or like one of the journal",
            slow: Sending.send
        ),
        .delete("/__mockpostly/v1/requests", "clear a world's journal", Requests.clear),
        .get("/__mockpostly/v1/requests/har", "export requests as HAR", slow: Requests.archive),
        .post("/__mockpostly/v1/requests/find", "find requests by a pattern", slow: Requests.find),
        .post(
            "/__mockpostly/v1/requests/verify",
            "verify how often requests came, or in which order",
            slow: Verifying.requests
        ),
        .post("/__mockpostly/v1/requests/wait", "wait for requests", slow: Waiting.requests),
        .get("/__mockpostly/v1/requests/{number}", "one request and its answer", Requests.show),
        .get(
            "/__mockpostly/v1/requests/{number}/curl",
            "a request as a command of curl",
            Requests.curl
        ),
        .get("/__mockpostly/v1/messages", "list the messages of channels", slow: Messages.list),
        .post(
            "/__mockpostly/v1/messages/verify",
            "verify how often messages came, or in which order",
            slow: Verifying.messages
        ),
        .post("/__mockpostly/v1/messages/wait", "wait for messages", slow: Waiting.messages),
        .post("/__mockpostly/v1/state/wait", "wait for a state", slow: Waiting.state),
        .get("/__mockpostly/v1/events", "requests and messages as they come", JournalEvents.stream),

        .get("/__mockpostly/v1/drift", "list the reports on real servers", DriftReports.list),
        .post("/__mockpostly/v1/drift", "keep a report on a real server", slow: DriftReports.add),
        .get("/__mockpostly/v1/drift/{id}", "one report on a real server", DriftReports.show),
        .delete(
            "/__mockpostly/v1/drift/{id}",
            "delete a report on a real server",
            DriftReports.delete
        ),

        .get("/__mockpostly/v1/stubs", "list the stubs of a world", Stubs.list),
        .post("/__mockpostly/v1/stubs", "answer certain requests as ordered", Stubs.add),
        .delete("/__mockpostly/v1/stubs", "delete all stubs of a world", Stubs.deleteAll),
        .get("/__mockpostly/v1/stubs/{id}", "one stub", Stubs.show),
        .put("/__mockpostly/v1/stubs/{id}", "replace a stub", Stubs.replace),
        .delete("/__mockpostly/v1/stubs/{id}", "delete a stub", Stubs.delete),
        .get("/__mockpostly/v1/stub-states", "the states of stubs' scenarios", StubStates.list),
        .put("/__mockpostly/v1/stub-states", "set the state of a scenario", StubStates.set),
        .delete("/__mockpostly/v1/stub-states", "reset all scenarios", StubStates.reset),

        .get("/__mockpostly/v1/sockets", "the clients of channels", Sockets.list),
        .post(
            "/__mockpostly/v1/sockets/disconnect",
            "end connections to channels, or let them die",
            Sockets.disconnect
        ),
        .get(
            "/__mockpostly/v1/sockets/events",
            "the events that are sent to topics later",
            SocketEvents.list
        ),
        .post(
            "/__mockpostly/v1/sockets/events",
            "send an event to a topic, now or later",
            SocketEvents.send
        ),
        .delete(
            "/__mockpostly/v1/sockets/events",
            "delete all events that are sent later",
            SocketEvents.deleteAll
        ),
        .delete(
            "/__mockpostly/v1/sockets/events/{id}",
            "delete an event that is sent later",
            SocketEvents.delete
        ),
        .get(
            "/__mockpostly/v1/socket-scenarios",
            "the scenarios of sockets",
            SocketScenarios.list
        ),
        .post(
            "/__mockpostly/v1/socket-scenarios",
            "begin a scenario of sockets",
            SocketScenarios.begin
        ),
        .get(
            "/__mockpostly/v1/socket-scenarios/{id}",
            "a scenario of sockets, and what clients did",
            SocketScenarios.show
        ),
        .delete(
            "/__mockpostly/v1/socket-scenarios/{id}",
            "end a scenario of sockets",
            SocketScenarios.delete
        ),
        .post(
            "/__mockpostly/v1/socket-scenarios/{id}/release",
            "let the joins go on that wait",
            SocketScenarios.release
        ),
        .post(
            "/__mockpostly/v1/socket-scenarios/{id}/wait",
            "wait for the verdict of a scenario",
            slow: SocketScenarios.wait
        ),
    ]
}
