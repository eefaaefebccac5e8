import Foundation
import MockPostlyFoundation
import MockPostlyTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CodingTests {
    private struct Note: Codable, Hashable {
        var title: String
        var written: Date?
    }

    private static let server = Result { try MockServer.inProcess() }
    private static let date = Date(timeIntervalSince1970: 1_771_072_496.123456)

    private let world: MockServer.World

    init() throws {
        world = try Self.server.get().makeWorld(clock: .frozen(at: Self.date))
    }

    @Test func `a base URL ends in a slash, and an unknown system has none`() throws {
        #expect(try world.baseURL(of: .postly).absoluteString == world.url + "/api/")
        #expect(try world.baseURL(of: .dummyJSON).absoluteString == world.url + "/")
        #expect(throws: MockServer.Failure.self) { try world.baseURL(of: .init("abacus")) }
    }

    @Test func `clocks and entries have dates`() throws {
        #expect(try world.clock.now == "2026-02-14T12:34:56.123456Z")
        #expect(try abs(world.clock.date.timeIntervalSince(Self.date)) < 0.000_001)
        try world.advanceClock(by: 90)
        _ = try world.send("GET", "/api/posts")
        let came = try #require(try world.requests().first?.date)
        #expect(abs(came.timeIntervalSince(Self.date) - 90) < 0.000_001)
        try world.freezeClock(at: Self.date)
        #expect(try world.clock.rate == 0)
        try world.scaleClock(by: 60, from: Self.date)
        #expect(try world.clock.rate == 60)
        try world.runClock(from: Self.date)
        #expect(try world.clock.rate == 1)
        #expect(throws: MockServer.Failure.self) {
            try world.freezeClock(at: .distantFuture + 1e13)
        }
    }

    @Test func `stubs answer with values and data`() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let note = Note(title: "Low Tide", written: Date(timeIntervalSince1970: 1_771_072_496))
        try world.addStub(on: .get("/api/a"), .json(status: 201, encoding: note, by: encoder))
        let picture = Data([0x89, 0x50, 0xff, 0x00])
        let headers: MockServer.Headers = ["Content-Type": "image/png"]
        try world.addStub(on: .get("/api/b"), .data(picture, headers: headers))
        let answer = try world.send("GET", "/api/a")
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(answer.status == 201)
        #expect(try answer.decode(Note.self, by: decoder) == note)
        #expect(try world.send("GET", "/api/b").data == picture)
        #expect(try world.request(2).response.data == picture)
        let texts = try world.requests(.get("/api/a")).map {
            try $0.response.decode(Note.self, by: decoder)
        }
        #expect(texts == [note])
    }

    @Test func `a body that was sent is decoded, and matched`() async throws {
        let note = Note(title: "Low Tide")
        let json: MockServer.Headers = ["Content-Type": "application/json"]
        _ = try world.send("POST", "/api/posts", headers: json, body: #"{"title":"Low Tide"}"#)
        let sent = try await world.takeRequest(.post("/api/posts").json(encoding: note))
        #expect(try sent.request.decode(Note.self) == note)
        #expect(throws: DecodingError.self) { try sent.request.decode([Note].self) }
        #expect(try sent.request.json?.decode(Note.self) == note)
    }

    @Test func `a body that was kept in part is not decoded`() throws {
        let body = #"{"title":""# + String(repeating: "a", count: 100_000) + #""}"#
        _ = try world.send("POST", "/api/posts", body: body)
        #expect(throws: MockServer.Failure.self) { try world.request(1).request.decode(Note.self) }
    }
}
