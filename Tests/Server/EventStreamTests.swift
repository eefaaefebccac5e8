import MockPostlyContent
import MockPostlyHTTP
import MockPostlyJournal
import MockPostlyTestKit
import Testing

@testable import MockPostlyCourse
@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// The stream of events when journals drop entries or go.
@Suite
struct EventStreamTests {
    private let host: TestHost

    init() throws {
        host = try .serving { $0.journal.entries = 2 }
        for name in ["a", "b"] { try host.makeWorld(#""id":"\#(name)""#) }
    }

    /// A reader who takes nothing while it is full.
    private final class Reader: BodyStream {
        var isFull = false
        private(set) var hasEnded = false
        private var bytes: [UInt8] = []
        /// The stream that it reads.
        let source: any BodySource
        let unsentCount = 0

        init(_ source: any BodySource) { self.source = source }

        func write(_ bytes: [UInt8]) -> Bool {
            guard !isFull, !hasEnded else { return false }
            self.bytes += bytes
            return true
        }

        func finish() { hasEnded = true }
        func drop() {}

        /// The kinds of the events that have come since the last call.
        func events() -> [String] {
            defer { bytes = [] }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                .filter { $0.hasPrefix("event: ") || $0.hasPrefix("data: ") }
                .map { String($0.prefix(35)) }
        }
    }

    private func read(_ query: String = "") throws -> Reader {
        let response = try host.control("GET", "/events" + query)
        let reader = Reader(try #require(response.source))
        reader.source.begin(reader)
        #expect(reader.events().first == "event: server")
        return reader
    }

    private func kinds(_ reader: Reader) -> [String] {
        reader.events().filter { $0.hasPrefix("event: ") }.map { String($0.dropFirst(7)) }
    }

    @Test
    func `a world that drops entries takes none of another world's`() throws {
        let reader = try read()
        defer { reader.source.end(isComplete: false) }
        reader.isFull = true
        _ = try host.answer("GET", "/w/b/api/posts")
        for _ in 1...5 { _ = try host.answer("GET", "/w/a/api/posts") }
        reader.isFull = false
        reader.source.drain()
        #expect(kinds(reader) == ["dropped", "request", "request", "request"])
        reader.source.drain()
        #expect(kinds(reader).isEmpty)
        for _ in 1...3 { _ = try host.answer("GET", "/w/a/api/posts") }
        #expect(kinds(reader) == ["request", "request", "request"])
    }

    @Test
    func `a stream of a world ends with it`() throws {
        let reader = try read("?world=a")
        let other = try read("?world=b")
        let all = try read()
        defer { for one in [reader, other, all] { one.source.end(isComplete: false) } }
        // In one tick, so that the world has another journal when somebody looks.
        for (method, path) in [("GET", "/w/a/api/posts"), ("DELETE", "/__mockpostly/v1/worlds/a")] {
            host.course.receive(try .asking(method, path), from: Caller())
        }
        try host.makeWorld(#""id":"a""#)
        #expect(kinds(reader) == ["request", "ended"])
        #expect(reader.hasEnded && !other.hasEnded && !all.hasEnded)
    }
}
