import MockPostlyDialect
import MockPostlyWorld
import Testing

@testable import MockPostlySockets

@Suite struct SocketScenarioTests {
    private let place = FakePlace()

    private func begin(
        _ kind: SocketScenario.Kind,
        _ change: (inout SocketScenario.Order) -> Void = { _ in }
    ) throws -> SocketScenario {
        var order = SocketScenario.Order(kind)
        change(&order)
        return try place.control.begin(order)
    }

    // MARK: down-twice

    @Test func `a client that tries again and joins again passes`() throws {
        _ = place.connect(1)
        let scenario = try begin(.downTwice)
        #expect(place.connections.isEmpty && scenario.passed == nil)
        place.tap?.published("new_post", on: "feed", payload: Array(#"{"id":42}"#.utf8))
        place.pass(.milliseconds(100))
        #expect(place.reconnect(2) == nil)
        place.pass(.milliseconds(400))
        let back = try #require(place.reconnect(3))
        #expect(!scenario.hasEnded)
        place.receive("phx_join", from: back)
        #expect(scenario.passed == true)
        let client = scenario.clients[0]
        #expect(client.attempts == 2 && client.current == 3)
        #expect(client.backAt == 500_000_000)
        #expect(client.missed.map(\.event) == ["new_post"] && client.missed[0].id == "42")
        #expect(scenario.reason.hasPrefix("The client is back"))
        #expect(place.tap == nil && place.control.running == nil)
    }

    @Test func `a client that gives up fails, and so does one that does not join`() throws {
        _ = (place.connect(1), place.connect(2, account: "8"))
        let scenario = try begin(.downTwice)
        #expect(place.reconnect(3) == nil)
        #expect(place.reconnect(4, account: "8") == nil)
        _ = place.reconnect(5, account: "8")
        place.pass(.seconds(30))
        #expect(scenario.passed == false)
        #expect(
            scenario.reason == "2 of 2 clients failed: that of user 7 on socket 1 has tried to"
                + " connect once, and is not connected; that of user 8 on socket 2 has not joined"
                + " 'feed' again."
        )
    }

    @Test func `without sockets, or while another runs, none begins`() throws {
        #expect(throws: SocketControl.ScenarioRefusal.noSockets) { try begin(.downTwice) }
        _ = place.connect(1)
        let scenario = try begin(.downTwice)
        #expect(throws: SocketControl.ScenarioRefusal.busy(number: 1)) { try begin(.deadHeartbeat) }
        place.control.remove(scenario)
        #expect(scenario.passed == false && scenario.reason.contains("ended before"))
        #expect(place.control.scenarios.isEmpty)
    }

    // MARK: dead-heartbeat

    @Test func `a client that notices the dead connection passes`() throws {
        let one = place.connect(1)
        let scenario = try begin(.deadHeartbeat)
        #expect(one.isSilent)
        place.receive("heartbeat", on: "phoenix", from: one)
        place.receive("shout", from: one)
        place.pass(.seconds(40))
        place.close(one)
        let back = try #require(place.reconnect(2))
        place.receive("phx_join", from: back)
        place.receive("shout", from: back)
        #expect(scenario.passed == true)
        let client = scenario.clients[0]
        #expect(client.noticedAt == 40_000_000_000 && client.heartbeats == 1)
        #expect(client.lostPushes == 1)
    }

    @Test func `a client that does not notice fails, and its connection lives again`() throws {
        let one = place.connect(1)
        let scenario = try begin(.deadHeartbeat) { $0.timeout = .seconds(5) }
        for _ in 0..<3 { place.receive("heartbeat", on: "phoenix", from: one) }
        place.pass(.seconds(5))
        #expect(scenario.passed == false)
        #expect(
            scenario.reason == "1 of 1 client failed: that of user 7 on socket 1 has not noticed"
                + " that its connection is dead, after 3 heartbeats without a reply."
        )
        #expect(!one.isSilent)
    }

    // MARK: queued-joins

    @Test func `a client that waits with its messages passes`() throws {
        let one = place.connect(1)
        let scenario = try begin(.queuedJoins)
        #expect(one.topics.isEmpty && place.journal == ["out 1 phx_error queued-joins"])
        place.receive("phx_join", from: one)
        #expect(place.journal.last == "in 1 phx_join queued-joins" && scenario.holdsJoins)
        place.pass(.seconds(5))
        #expect(one.topics == ["feed"] && !scenario.holdsJoins)
        place.receive("shout", from: one, payload: #"{"a":1}"#)
        #expect(scenario.passed == nil)
        place.pass(.seconds(1))
        #expect(scenario.passed == true && scenario.clients[0].joins == 1)
    }

    @Test func `a client whose message is lost fails, unless it sends it again`() throws {
        for isResent in [false, true] {
            let place = FakePlace()
            let one = place.connect(1)
            let scenario = try place.control.begin(SocketScenario.Order(.queuedJoins))
            place.receive("phx_join", from: one)
            place.receive("shout", from: one, payload: #"{"a":1}"#)
            place.control.release(scenario)
            place.receive("shout", from: one, payload: #"{"a":\#(isResent ? 1 : 2)}"#)
            place.pass(.seconds(1))
            #expect(scenario.passed == isResent)
            #expect(scenario.clients[0].resentPushes == (isResent ? 1 : 0))
            guard !isResent else { continue }
            #expect(scenario.reason.contains("has sent 'shout' before its join was answered"))
        }
    }

    @Test func `who connects while joins wait takes part`() throws {
        let scenario = try begin(.queuedJoins)
        let one = place.connect(1, [])
        place.receive("phx_join", from: one)
        #expect(one.topics.isEmpty)
        place.pass(.seconds(6))
        #expect(scenario.passed == true && scenario.clients.count == 1)
    }

    @Test func `joins that wait take room`() throws {
        let one = place.connect(1)
        let scenario = try begin(.queuedJoins)
        for _ in 0...HeldRoom.mostMessages { place.receive("phx_join", from: one) }
        #expect(place.control.room.count == HeldRoom.mostMessages)
        // One had no room, and went on.
        #expect(one.topics.count == 1 && place.reports.contains { $0.contains("wait already") })
        place.control.release(scenario)
        #expect(place.control.room.count == 0 && one.topics.count == HeldRoom.mostMessages + 1)
    }

    @Test func `without anybody it fails`() throws {
        let scenario = try begin(.queuedJoins)
        place.pass(.seconds(35))
        #expect(scenario.passed == false && scenario.reason == "No client has joined a topic.")
    }

    // MARK: Waiting

    @Test func `those who wait are told once`() throws {
        _ = place.connect(1)
        let scenario = try begin(.downTwice)
        let (one, two) = (FakePlace(), FakePlace())
        var told = 0
        scenario.watch(one) { told += 1 }
        scenario.watch(two) { told += 10 }
        scenario.unwatch(two)
        place.control.close()
        #expect(told == 1 && scenario.hasEnded)
    }
}
