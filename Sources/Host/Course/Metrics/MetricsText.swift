internal import MockPostlyControl
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyNouns

/// Writes metrics in the Prometheus text format, version 0.0.4.
struct MetricsText {
    private(set) var text = ""

    /// Adds a metric: its help, its type and one line for each set of labels.
    mutating func add(
        _ name: String,
        _ type: String,
        help: String,
        lines: [(labels: String, value: String)]
    ) {
        text += "# HELP mockpostly_\(name) \(help)\n# TYPE mockpostly_\(name) \(type)\n"
        for (labels, value) in lines { text += "mockpostly_\(name)\(labels) \(value)\n" }
    }

    /// Adds a metric without labels.
    mutating func add(_ name: String, _ type: String, help: String, value: Int) {
        add(name, type, help: help, lines: [("", "\(value)")])
    }

    mutating func addRequests(_ metrics: Metrics, _ registry: DialectRegistry) {
        metrics.settle()
        let lines = metrics.requests.map { kind, count in
            ("{\(Self.labels(kind.route, registry)),status=\"\(kind.status)\"}", "\(count)")
        }
        add(
            "requests_total",
            "counter",
            help: "Requests answered, by route and status.",
            lines: lines.sorted { $0.0 < $1.0 }
        )
        add(
            "rejected_requests_total",
            "counter",
            help: "Requests refused before any route, by status.",
            lines: metrics.rejections.sorted { $0.key < $1.key }.map {
                ("{status=\"\($0.key)\"}", "\($0.value)")
            }
        )
        addHistogram(metrics)
    }

    private mutating func addHistogram(_ metrics: Metrics) {
        let name = "request_duration_seconds"
        text += "# HELP mockpostly_\(name) From a request being read to its answer being sent.\n"
        text += "# TYPE mockpostly_\(name) histogram\n"
        var total = 0
        for (bucket, count) in metrics.buckets.enumerated() {
            total += count
            let bound =
                bucket < Metrics.bounds.count ? Self.seconds(Metrics.bounds[bucket]) : "+Inf"
            text += "mockpostly_\(name)_bucket{le=\"\(bound)\"} \(total)\n"
        }
        text += "mockpostly_\(name)_sum \(Self.seconds(metrics.latencySum))\n"
        text += "mockpostly_\(name)_count \(total)\n"
    }

    /// Adds the metrics of dialects, each with the label of its world, grouped by name.
    mutating func add(_ figures: [(label: String, figure: Figure)]) {
        var names: [String] = []
        for (_, figure) in figures where !names.contains(figure.name) { names.append(figure.name) }
        for name in names {
            let family = figures.filter { $0.figure.name == name }
            guard let first = family.first?.figure else { continue }
            let lines = family.map { ($0.label, "\($0.figure.value)") }
            add(name, first.kind.rawValue, help: first.help, lines: lines)
        }
    }

    mutating func addLoop(_ metrics: Metrics, resets: Int) {
        add(
            "loop_lag_seconds",
            "summary",
            help:
                "The time that the event loop took for all events that were due: an event can be handled this late.",
            lines: []
        )
        text += "mockpostly_loop_lag_seconds_sum \(Self.seconds(metrics.tickSum))\n"
        text += "mockpostly_loop_lag_seconds_count \(metrics.ticks)\n"
        add(
            "loop_longest_lag_seconds",
            "gauge",
            help: "The longest lag since the start.",
            lines: [("", Self.seconds(metrics.longestTick))]
        )
        add("resets_total", "counter", help: "Resets of worlds.", value: resets)
    }

    private static func labels(
        _ route: RouteTaken,
        _ registry: DialectRegistry
    ) -> String {
        switch route {
        case .served(let place, let index?):
            let dialect = registry.all[place]
            guard dialect.routeLines.indices.contains(index) else {
                return labels(dialect: dialect.name, method: "", pattern: "{operation}")
            }
            let route = dialect.routeLines[index]
            return labels(dialect: dialect.name, method: route.method, pattern: route.path)
        case .control(let index?):
            let route = Control.routes[index]
            return labels(dialect: "control", method: route.method.name, pattern: route.pattern)
        case .served(let place, nil):
            return labels(dialect: registry.all[place].name, method: "", pattern: "")
        case .control(nil): return labels(dialect: "control", method: "", pattern: "")
        case .none: return labels(dialect: "", method: "", pattern: "")
        }
    }

    private static func labels(dialect: String, method: String, pattern: String) -> String {
        "dialect=\"\(dialect)\",method=\"\(method)\",route=\"\(pattern)\""
    }

    /// Nanoseconds as decimal seconds, without trailing zeros.
    static func seconds(_ nanoseconds: UInt64) -> String {
        let whole = nanoseconds / 1_000_000_000
        var digits = String(nanoseconds % 1_000_000_000)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
    }
}
