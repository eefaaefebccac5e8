internal import MockPostlyAssets
internal import MockPostlyCompression
internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Counts of a transport since its start.
struct Traffic {
    var connections = 0
    var accepted = 0
    var refused = 0
    /// Bytes of requests, and of answers.
    var received = 0
    var sent = 0
}

extension Application: Controlled {
    package var dialects: [String] { configuration.registry.names }

    package var minters: [(name: String, kinds: [String])] {
        configuration.registry.all.filter { !$0.tokenKinds.isEmpty }.map {
            ($0.name, $0.tokenKinds)
        }
    }

    package var isReady: Bool { isLoaded }

    package var versions: [(name: String, value: String)] { BuildInfo.all }

    package var openAPI: [UInt8] {
        Self.description(Assets.openAPI)
    }

    package var openAPIOfControl: [UInt8] {
        Self.description(Assets.openAPIOfControl)
    }

    private static func description(_ bytes: [UInt8]) -> [UInt8] {
        guard Assets.descriptionsArePacked else { return bytes }
        return (try? decompress(bytes, .gzip, limit: 16 * 1024 * 1024)) ?? []
    }

    package func metricsText() throws -> String {
        var text = MetricsText()
        text.addRequests(metrics, configuration.registry)
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
            budget.used
        )
        text.add("buffered_limit_bytes", "gauge", "What those bytes may be.", budget.limit)
        text.add(
            "buffered_refused_total",
            "counter",
            "Requests, answers and messages for which there was no room.",
            budget.refusals
        )
        text.addLoop(metrics)
        text.add(
            "log_lines_dropped_total",
            "counter",
            "Log lines that were dropped, as nobody read them in time.",
            log.droppedLines
        )
        try addWorlds(&text)
        let labels = BuildInfo.all.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
        text.add("build_info", "gauge", "What the server is made of.", [("{\(labels)}", "1")])
        return text.text
    }

    private func addWorlds(_ text: inout MetricsText) throws {
        text.add(
            worlds.flatMap { world in world.figures.map { (Self.label(world), $0) } }
        )
        if let budget = table.home?.caches {
            text.add("caches_bytes", "gauge", "Bytes of all caches together.", budget.bytes)
            text.add("caches_limit_bytes", "gauge", "Bytes that there may be.", budget.limit)
            text.add(
                "caches_evictions_total",
                "counter",
                "What had to leave the caches to make room.",
                budget.evictions
            )
        }
        let databases = try worlds.map { world in
            (Self.label(world), try world.domain.databaseSize)
        }
        func addDatabases(_ name: String, _ help: String, _ value: (Int) -> Int) {
            let lines = databases.indices.map { (databases[$0].0, "\(value($0))") }
            text.add(name, "gauge", help, lines)
        }
        addDatabases("sqlite_pages", "Pages of the database.") { databases[$0].1.pages }
        addDatabases("sqlite_page_bytes", "Bytes of a page.") { databases[$0].1.pageSize }
        addDatabases("sqlite_cache_bytes", "Bytes of pages in memory.") {
            databases[$0].1.cacheBytes
        }
        addDatabases("sqlite_statement_bytes", "Bytes of compiled statements.") {
            databases[$0].1.statementBytes
        }
    }

    private static func label(_ world: RunningWorld) -> String { "{world=\"\(world.name)\"}" }
}
