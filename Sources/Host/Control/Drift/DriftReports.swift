internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorld

/// `drift`: how real servers differ from what is mocked, as `mockpostly drift --dashboard` tells it.
enum DriftReports {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        return .object { json in
            json.list("reports", call.control.driftReports.reports) { report, json in
                json.beginObject()
                write(report, &json, withSteps: false)
                json.endObject()
            }
            json.field("limit", KeptDriftReports.most)
            let servers = DriftRuns.servers(call)
            guard !servers.isEmpty else { return }
            json.list("servers", servers) { one, json in
                json.beginObject()
                json.field("system", one.system)
                json.field("server", one.server)
                json.endObject()
            }
        }
    }

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let report = try report(of: request, call)
        return .object { json in write(report, &json, withSteps: true) }
    }

    /// Keeps a report that was sent, or that a comparison makes now.
    static func add(_ request: Request, _ call: Control.Call) throws -> Reply {
        let either = try ControlBody(request, members: members + DriftRuns.members)
        if either.has("compare") || either.has("like") {
            let query = try ControlQuery(request, parameters: ["world"])
            let order = try ControlBody(request, members: DriftRuns.members)
            return try DriftRuns.run(order, query, call) { kept($0, call) }
        }
        try ControlQuery(request)
        let body = try ControlBody(request, members: members)
        try check(body)
        guard let content = body.whole else { throw body.missing("scenario", hint) }
        return .now(kept(content, call))
    }

    private static func kept(_ content: JSONValue, _ call: Control.Call) -> Response {
        let report = call.control.driftReports.add(content, at: Clock.real.now())
        var response = Response.json(status: 201) { json in
            json.beginObject()
            write(report, &json, withSteps: false)
            json.endObject()
        }
        response.fields.append(.init("Location", "\(Control.prefix)/drift/\(report.id)"))
        return response
    }

    static func delete(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        let report = try report(of: request, call)
        _ = call.control.driftReports.remove(report.id)
        return Response(status: 204)
    }

    private static func report(
        of request: Request,
        _ call: Control.Call
    ) throws(Problem) -> KeptDriftReports.Report {
        let id = request.parameter("id")
        let reports = call.control.driftReports.reports
        if let report = reports.first(where: { "\($0.id)" == id }) { return report }
        let known = reports.map { "\($0.id)" }
        throw Problem(
            404,
            "Unknown report",
            detail: "There is no report '\(shortened(id))'.",
            hint: known.isEmpty
                ? "`mockpostly drift … --dashboard` makes one." : "There are: \(enumerated(known))."
        )
    }

    // MARK: Reading

    private static let hint = "Send what `mockpostly drift --dashboard` sends."
    private static let counts = ["compared", "differences", "undecided"]
    private static let members = ["scenario", "server", "drift"] + counts + ["steps"]
    private static let stepMembers = [
        "name", "method", "path", "rule", "contract", "line", "result", "reason", "differences",
        "notes", "sides",
    ]
    private static let mostSteps = 10_000

    private static func check(_ body: ControlBody) throws(Problem) {
        for name in ["scenario", "server"] {
            guard try body.text(name) != nil else { throw body.missing(name, hint) }
        }
        guard try body.bool("drift") != nil else { throw body.missing("drift", hint) }
        for name in counts {
            guard try body.int(name, in: 0...1_000_000) != nil else {
                throw body.missing(name, hint)
            }
        }
        let steps = try body.objects("steps", members: stepMembers, atMost: mostSteps)
        guard !steps.isEmpty else { throw body.missing("steps", hint) }
        for step in steps { try check(step: step) }
    }

    private static func check(step: ControlBody) throws(Problem) {
        for name in ["name", "method", "path"] {
            guard try step.text(name) != nil else { throw step.missing(name, hint) }
        }
        for name in ["rule", "contract", "reason"] { _ = try step.text(name) }
        _ = try step.int("line", in: 1...1_000_000)
        guard try step.choice("result", of: ["same", "drift", "left out"]) != nil else {
            throw step.missing("result", hint)
        }
        try check("differences", of: step, texts: ["kind", "field", "words"])
        try check("notes", of: step, texts: ["kind", "field", "words"])
        try check("sides", of: step, texts: ["field", "name", "there", "here"])
    }

    /// Checks a list of objects that have certain texts; it may be absent or empty.
    private static func check(
        _ name: String,
        of step: ControlBody,
        texts: [String]
    ) throws(Problem) {
        guard let list = step.value(name) else { return }
        let isList =
            list.kind == .array
            && list.elements.allSatisfy { element in
                texts.allSatisfy { element[$0]?.string != nil }
            }
        guard isList else {
            throw step.wrongType(
                name,
                list,
                wanted: "a list of objects with the texts \(enumerated(texts))",
                hint: hint
            )
        }
    }

    // MARK: Writing

    private static func write(
        _ report: KeptDriftReports.Report,
        _ json: inout JSONWriter,
        withSteps: Bool
    ) {
        json.field("id", report.id)
        json.field("at", report.time.rfc3339Millis)
        for name in members where withSteps || name != "steps" {
            guard let value = report.content[name] else { continue }
            json.key(name)
            json.value(value)
        }
    }
}
