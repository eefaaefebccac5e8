import MockPostlyContent
import MockPostlyControl
import MockPostlyHTTP
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld
import Testing
import WreelyContent

@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// The dates of a large seed move beside the loop, so that other requests are answered meanwhile.
@Suite
struct SeedMovingTests {
    private static let noon = Instant(seconds: 1_768_046_400)
    private static let later = "2030-06-01T12:00:00Z"

    /// A seed with an event tomorrow, whose content is too large for the loop's thread.
    private static let seed: [UInt8] = {
        let text = String(
            repeating: "A long text, of which the search has much to keep. ",
            count: 60_000
        )
        return Array(
            """
            {"users":[{"name":"A","email":"a@x","password":"p","createdAt":"2025-01-01T00:00:00Z"}],
             "posts":[{"author":"a@x","title":"T","content":"\(text)",
               "createdAt":"2025-01-01T00:00:00Z"}],
             "wreely":{"workspaces":[{"name":"W","events":[
               {"title":"T","startsAt":"+1d 10:00","endsAt":"+1d 11:00"}]}]}}
            """.utf8
        )
    }()

    private func serving(_ seed: [UInt8] = seed) throws -> TestHost {
        let host = try TestHost.serving(.bytes(seed, name: "seed")) {
            $0.clock = .frozen(Self.noon)
        }
        if seed.count > ContentPlace.smallest {
            #expect(try host.running("default").domain.content.byteCount > ContentPlace.smallest)
        }
        return host
    }

    private func day(_ host: TestHost, in world: String = "default") throws -> Int64? {
        try WreelyEventStore(host.running(world).domain.work).all(in: 1).first?
            .startsAt.daysSince1970
    }

    private func lane<Value>(_ deferred: Deferred<Value>) -> Lane? {
        guard case .later(let later) = deferred, case .work(let lane, _) = later.wait else {
            return nil
        }
        return lane
    }

    @Test
    func `for a world of another day`() throws {
        let host = try serving()
        let day = try #require(Instant(rfc3339: Self.later))
        for name in ["a", "b"] {
            var order = WorldOrder()
            order.id = name
            var clock = ClockSetting(mode: .freeze)
            clock.start = .at(day)
            order.clock = clock
            let making = try host.worlds.create(order, for: "localhost")
            // The second one begins with what was moved for the first.
            #expect(lane(making) == (name == "a" ? .largeContents : nil))
            _ = try making.awaited()
            #expect(try self.day(host, in: name) == day.daysSince1970 + 1)
        }
        // Neither has taken the place of the server's day.
        #expect(try lane(host.worlds.create(WorldOrder(), for: "localhost")) == nil)
    }

    @Test(arguments: [nil, ["wreely"]])
    func `for a reset on another day`(scope: [String]?) throws {
        let host = try serving()
        try host.made(host.control("POST", "/clock/advance", #"{"by":"72h"}"#))
        for count in 1...2 {
            var order = ResetOrder(world: "default")
            order.scope = scope
            let reset = try host.worlds.reset(order)
            if scope == nil {
                #expect(lane(reset) == (count == 1 ? .largeContents : nil))
            } else {
                #expect(lane(reset) == .largeContents)
            }
            _ = try reset.awaited()
            #expect(try day(host) == Self.noon.daysSince1970 + 4)
        }
    }

    @Test
    func `for an import`() throws {
        let host = try serving(Array("{}".utf8))
        guard case .later(let reading) = try host.worlds.importContent(Self.seed, into: "default"),
            case .work(let lane, let work) = reading.wait
        else {
            Issue.record("an import needs no work")
            return
        }
        #expect(lane == .largeContents)
        let result = work()
        let content = try #require(result as? Result<Content, any Error>).get()
        // The other thread has moved it already.
        #expect(try content.following(Self.noon, .standard).image === content.image)
        _ = try reading.goOn(result).awaited()
        #expect(try day(host) == Self.noon.daysSince1970 + 1)
    }
}
