internal import MockPostlyHTTP
internal import MockPostlyLog
internal import MockPostlyWorlds

/// Counters of the HTTP transport since its start; all 0 without sockets.
package struct Traffic {
    /// Connections that are open now.
    package var connections = 0
    /// Connections accepted since the start, those over the limit included.
    package var accepted = 0
    /// Connections over the limit, which only got a refusal.
    package var refused = 0
    /// Bytes received from clients.
    package var received = 0
    /// Bytes sent to clients.
    package var sent = 0

    package init() {}
}

/// The metrics of the whole server.
extension Course {
    func metricsText() throws -> String {
        var text = MetricsText()
        text.addRequests(metrics, worlds.configuration.registry)
        let traffic = traffic()
        text.add("connections", "gauge", "Connections that are open.", traffic.connections)
        text.add(
            "connections_accepted_total",
            "counter",
            "Connections accepted.",
            traffic.accepted
        )
        text.add(
            "connections_refused_total",
            "counter",
            "Connections over the limit.",
            traffic.refused
        )
        text.add("received_bytes_total", "counter", "Bytes of requests.", traffic.received)
        text.add("sent_bytes_total", "counter", "Bytes of answers.", traffic.sent)
        text.add(
            "buffered_bytes",
            "gauge",
            "Bytes of requests that arrive or wait and of answers that clients have not taken.",
            worlds.budget.used
        )
        text.add("buffered_limit_bytes", "gauge", "What those bytes may be.", worlds.budget.limit)
        text.add(
            "buffered_refused_total",
            "counter",
            "Requests, answers and messages for which there was no room.",
            worlds.budget.refusals
        )
        text.addLoop(metrics, resets: worlds.resets)
        text.add(
            "log_lines_dropped_total",
            "counter",
            "Log lines that were dropped, as nobody read them in time.",
            log.droppedLines
        )
        try addWorlds(&text)
        let labels = worlds.process.versions.map { "\($0.name)=\"\($0.value)\"" }.joined(
            separator: ","
        )
        text.add("build_info", "gauge", "What the server is made of.", [("{\(labels)}", "1")])
        return text.text
    }

    private func addWorlds(_ text: inout MetricsText) throws {
        text.add(
            worlds.list.flatMap { world in world.figures.map { (Self.label(world), $0) } }
        )
        if let budget = worlds.home?.caches {
            text.add("caches_bytes", "gauge", "Bytes of all caches together.", budget.bytes)
            text.add("caches_limit_bytes", "gauge", "Bytes that there may be.", budget.limit)
            text.add(
                "caches_evictions_total",
                "counter",
                "What had to leave the caches to make room.",
                budget.evictions
            )
        }
        text.add(
            try worlds.list.flatMap { world in
                try world.databaseFigures().map { (Self.label(world), $0) }
            }
        )
    }

    private static func label(_ world: RunningWorld) -> String { "{world=\"\(world.name)\"}" }
}
