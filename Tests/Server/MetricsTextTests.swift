import MockPostlyControl
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJournal
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

@Suite
struct MetricsTextTests {
    private func family(_ name: String, in text: String) throws -> Exposition.Family {
        try #require(try Exposition(text).families["mockpostly_" + name])
    }

    @Test
    func `what a server says is valid, each family once`() throws {
        let application = try TestHost.serving()
        _ = try application.answer("GET", "/api/posts")
        application.traffic.connections = 3
        (application.traffic.accepted, application.traffic.refused) = (5, 1)
        (application.traffic.received, application.traffic.sent) = (1000, 2000)
        application.course.metrics.countRejection(400)
        application.course.metrics.countRejection(431)
        application.course.metrics.countRejection(400)
        application.course.metrics.countTick(nanoseconds: 1_500_000)
        let first = Metrics.Kind(route: .served(dialect: 0, route: 0), status: 200)
        application.course.metrics.count(first, nanoseconds: 70_000)
        application.course.metrics.count(.init(route: .control(nil), status: 404), nanoseconds: 0)
        application.course.metrics.count(.init(route: .none, status: 404), nanoseconds: 9)
        let response = try application.answer("GET", "/__mockpostly/v1/metrics")
        #expect(response["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        let exposition = try Exposition(response.text)
        func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
            exposition.value("mockpostly_" + name, labels)
        }
        #expect(value("connections") == 3)
        #expect(value("connections_accepted_total") == 5)
        #expect(value("connections_refused_total") == 1)
        #expect(value("received_bytes_total") == 1000)
        #expect(value("sent_bytes_total") == 2000)
        #expect(value("rejected_requests_total", ["status": "400"]) == 2)
        #expect(value("rejected_requests_total", ["status": "431"]) == 1)
        #expect(value("loop_lag_seconds_sum") == 0.0015)
        #expect(value("loop_lag_seconds_count") == 1)
        #expect(value("loop_longest_lag_seconds") == 0.0015)
        #expect(value("cache_misses_total", ["world": "default"]).map { $0 > 0 } == true)
        #expect(value("sqlite_page_bytes", ["world": "default"]) == 4096)
        let home = ["dialect": "postly", "method": "GET", "route": "/", "status": "200"]
        #expect(value("requests_total", home) == 1)
        let info = try #require(exposition.families["mockpostly_build_info"]?.samples.first)
        #expect(info.labels["version"] == BuildInfo.version && info.value == 1)
    }

    @Test
    func `requests are counted by dialect, and caches where there are some`() throws {
        let application = try TestHost.serving { $0.dialects = ["dummyjson"] }
        _ = try application.answer("GET", "/test")
        let route = try application.route(of: .asking("GET", "/test"))
        application.course.metrics.count(.init(route: route, status: 200), nanoseconds: 1)
        let exposition = try Exposition(application.course.metricsText())
        let samples = try #require(exposition.families["mockpostly_requests_total"]?.samples)
        #expect(samples.map { $0.labels["dialect"] } == ["dummyjson"])
        #expect(samples.first?.labels["route"]?.hasPrefix("/test") == true)
        #expect(exposition.families["mockpostly_cache_hits_total"] == nil)
        #expect(exposition.families["mockpostly_sqlite_pages"]?.samples.count == 1)
    }

    @Test
    func `clients of the feed are counted where there is one`() throws {
        func samples(_ dialects: [String]) throws -> [Double]? {
            let application = try TestHost.serving { $0.dialects = dialects }
            let exposition = try Exposition(application.course.metricsText())
            return exposition.families["mockpostly_channel_clients"]?.samples.map(\.value)
        }
        #expect(try samples(DialectRegistry.standard.names) == [0])
        #expect(try samples(["postly"]) == nil)
    }

    @Test
    func `a server with nothing in it yet says so in valid words`() throws {
        let application = TestHost(
            Configuration(),
            log: .thrownAway
        )
        let exposition = try Exposition(application.course.metricsText())
        #expect(exposition.families["mockpostly_requests_total"]?.samples.isEmpty == true)
        #expect(exposition.value("mockpostly_request_duration_seconds_count", [:]) == 0)
    }

    @Test
    func `requests are counted by route and status, whatever their order`() throws {
        let metrics = Metrics()
        let kinds = [
            Metrics.Kind(route: .served(dialect: 0, route: 5), status: 200),
            .init(route: .served(dialect: 0, route: 5), status: 400),
            .init(route: .served(dialect: 0, route: nil), status: 404),
            .init(route: .served(dialect: 1, route: 0), status: 200),
            .init(route: .served(dialect: 1, route: nil), status: 404),
            .init(route: .control(0), status: 200), .init(route: .none, status: 404),
        ]
        for number in 0..<100 {
            metrics.count(kinds[number % kinds.count], nanoseconds: UInt64(number) * 1000)
        }
        var text = MetricsText()
        text.addRequests(metrics, .standard)
        let samples = try family("requests_total", in: text.text).samples
        #expect(samples.count == kinds.count)
        #expect(samples.reduce(0) { $0 + $1.value } == 100)
        var again = MetricsText()
        again.addRequests(metrics, .standard)
        #expect(again.text == text.text)
    }

    @Test
    func `the histogram is cumulative, with bounds in seconds`() throws {
        let metrics = Metrics()
        let kind = Metrics.Kind(route: .none, status: 200)
        for nanoseconds in Metrics.bounds + [0, 50_001, 2_000_000_000] {
            metrics.count(kind, nanoseconds: nanoseconds)
        }
        var text = MetricsText()
        text.addRequests(metrics, .standard)
        let family = try family("request_duration_seconds", in: text.text)
        let buckets = family.samples.filter { $0.name.hasSuffix("_bucket") }
        let bounds = buckets.compactMap { $0.labels["le"] }
        #expect(bounds.first == "0.00005" && bounds.last == "+Inf")
        #expect(bounds.dropLast().compactMap { Double($0) }.count == Metrics.bounds.count)
        #expect(buckets.map(\.value) == buckets.map(\.value).sorted())
        #expect(buckets.map(\.value).prefix(2) == [2, 4])
        #expect(buckets.last?.value == 14)
    }

    @Test(
        arguments: [
            (0, "0"), (1, "0.000000001"), (50_000, "0.00005"), (1_000_000_000, "1"),
            (12_345_678_900, "12.3456789"), (UInt64.max, "18446744073.709551615"),
        ] as [(UInt64, String)]
    )
    func `nanoseconds as seconds`(nanoseconds: UInt64, shown: String) {
        #expect(MetricsText.seconds(nanoseconds) == shown)
    }
}
