internal import CMockPostlyAssets
internal import MockPostlyBlog
internal import MockPostlyCommunity
internal import MockPostlyCompression
internal import MockPostlyControl
internal import MockPostlyDomain
internal import MockPostlyHTTP
internal import MockPostlySQLite
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
    package var isReady: Bool { isLoaded }

    package var versions: [(name: String, value: String)] { BuildInfo.all }

    package var openAPI: [UInt8] {
        var size = 0
        let start = mockpostly_asset_openapi(&size)
        return Self.description(UnsafeBufferPointer(start: start, count: size))
    }

    package var openAPIOfControl: [UInt8] {
        var size = 0
        let start = mockpostly_asset_openapi_control(&size)
        return Self.description(UnsafeBufferPointer(start: start, count: size))
    }

    private static func description(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard mockpostly_asset_openapi_is_packed() != 0 else { return Array(bytes) }
        return (try? decompress(Array(bytes), .gzip, limit: 16 * 1024 * 1024)) ?? []
    }

    package func metricsText() throws -> String {
        var text = MetricsText()
        text.addRequests(metrics)
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
        text.addLoop(metrics)
        try addWorlds(&text)
        let labels = BuildInfo.all.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
        text.add("build_info", "gauge", "What the server is made of.", [("{\(labels)}", "1")])
        return text.text
    }

    private func addWorlds(_ text: inout MetricsText) throws {
        text.add(
            "channel_clients",
            "gauge",
            "Clients of the feed that are connected, by socket or by polling.",
            worlds.compactMap { world in
                world.community.map { (Self.label(world), "\($0.connectedClients)") }
            }
        )
        let caches = worlds.compactMap { world in
            world.blog.map { (Self.label(world), $0.cacheStatistics) }
        }
        func addCaches(_ name: String, _ type: String, _ help: String, _ value: (Int) -> Int) {
            text.add(name, type, help, caches.indices.map { (caches[$0].0, "\(value($0))") })
        }
        addCaches("cache_hits_total", "counter", "Answers and posts found in the cache.") {
            caches[$0].1.hits
        }
        addCaches("cache_misses_total", "counter", "Answers and posts made anew.") {
            caches[$0].1.misses
        }
        addCaches("cache_entries", "gauge", "Answers and posts in the cache.") {
            caches[$0].1.entries
        }
        addCaches("cache_bytes", "gauge", "Bytes of answers and posts in the cache.") {
            caches[$0].1.bytes
        }
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
            (Self.label(world), try world.domain.work.connection.statistics())
        }
        func addDatabases(_ name: String, _ help: String, _ value: (Int) -> Int) {
            let lines = databases.indices.map { (databases[$0].0, "\(value($0))") }
            text.add(name, "gauge", help, lines)
        }
        addDatabases("sqlite_pages", "Pages of the database.") { databases[$0].1.pageCount }
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
