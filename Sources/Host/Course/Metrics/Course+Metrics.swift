internal import MockPostlyControl
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
    package func metricsText() throws -> String {
        var text = MetricsText()
        text.addRequests(metrics, worlds.configuration.registry)
        let traffic = driver.traffic
        text.add("connections", "gauge", help: "Open connections.", value: traffic.connections)
        text.add(
            "connections_accepted_total",
            "counter",
            help: "Connections accepted.",
            value: traffic.accepted
        )
        text.add(
            "connections_refused_total",
            "counter",
            help: "Connections that were refused because of the limit.",
            value: traffic.refused
        )
        text.add(
            "received_bytes_total",
            "counter",
            help: "Bytes of requests.",
            value: traffic.received
        )
        text.add("sent_bytes_total", "counter", help: "Bytes of answers.", value: traffic.sent)
        text.add(
            "buffered_bytes",
            "gauge",
            help:
                "Bytes of requests that are being received or wait, and of answers that clients have not read.",
            value: worlds.budget.used
        )
        text.add(
            "buffered_limit_bytes",
            "gauge",
            help: "The limit of these bytes.",
            value: worlds.budget.limit
        )
        text.add(
            "buffered_refused_total",
            "counter",
            help: "Requests, answers and messages that were refused because of the limit.",
            value: worlds.budget.refusals
        )
        text.add(
            "prepared_answers_total",
            "counter",
            help: "Requests that were answered without being parsed: the same bytes came before.",
            value: preparedCount
        )
        text.addLoop(metrics, resets: worlds.resets)
        text.add(
            "log_lines_dropped_total",
            "counter",
            help: "Log lines that were dropped because nobody read them in time.",
            value: log.droppedLines
        )
        try addWorlds(&text)
        let labels = control.process.versions.map { "\($0.name)=\"\($0.value)\"" }.joined(
            separator: ","
        )
        text.add(
            "build_info",
            "gauge",
            help: "Versions of the server and its libraries.",
            lines: [("{\(labels)}", "1")]
        )
        return text.text
    }

    private func addWorlds(_ text: inout MetricsText) throws {
        text.add(
            worlds.list.flatMap { world in world.figures.map { (Self.label(world), $0) } }
        )
        if let budget = worlds.home?.caches {
            text.add(
                "caches_bytes",
                "gauge",
                help: "Bytes of all caches together.",
                value: budget.bytes
            )
            text.add(
                "caches_limit_bytes",
                "gauge",
                help: "The limit of these bytes.",
                value: budget.limit
            )
            text.add(
                "caches_evictions_total",
                "counter",
                help: "Entries that were dropped from the caches to make room.",
                value: budget.evictions
            )
        }
        text.add(
            try worlds.list.flatMap { world in
                try world.databaseFigures().map { (Self.label(world), $0) }
            }
        )
    }

    private static func label(_ world: World) -> String { "{world=\"\(world.name)\"}" }
}
