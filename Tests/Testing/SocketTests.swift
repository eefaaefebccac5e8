import MockPostlyTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct SocketTests {
    private static let join = #"["1","1","community:feed","phx_join",{}]"#

    /// A client that has joined the feed.
    private func joined(_ world: MockServer.World) throws -> LongPoll {
        let poll = try LongPoll(world)
        try poll.send(Self.join)
        try poll.poll()
        return poll
    }

    @Test(arguments: Doors.allCases)
    func `clients are listed, get events and are disconnected`(_ door: Doors) throws {
        let world = try door.makeWorld()
        #expect(try world.sockets == [])
        let poll = try joined(world)
        let socket = try #require(try world.sockets.first)
        #expect(socket.topics == ["community:feed"] && socket.transport == "longpoll")
        #expect(socket.fault == nil)
        let sent = try world.sendEvent("post_deleted", to: "community:feed", ["id": 1])
        #expect(sent == [socket.number])
        #expect(try poll.poll().first?.hasSuffix(#""post_deleted",{"id":1}]"#) == true)
        let topic = "community:feed"
        #expect(try world.sendEvent("reminder", to: topic, in: .seconds(3600)) == [])
        try world.advanceClock(by: .seconds(3600))
        #expect(try poll.poll().first?.hasSuffix(#""reminder",{}]"#) == true)
        #expect(try world.disconnectSockets(of: .init(user: "nobody")) == [])
        #expect(try world.disconnectSockets(of: .init(topic: "community:*")) == [socket.number])
        #expect(try world.sockets == [])
    }

    @Test(arguments: Doors.allCases)
    func `a fault is for some messages`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let poll = try joined(world)
        let fault = try world.addFault(
            .drop,
            onMessages: .received(event: "new_post").payload(at: "$.id", 7),
            times: 1,
            per: .socket
        )
        #expect(fault.fault == ["socket": "drop"] && fault.shows == "socket-drop")
        for id in [7, 7, 8] {
            try world.sendEvent("new_post", to: "community:feed", ["id": .integer(Int64(id))])
        }
        #expect(try poll.poll().map { $0.suffix(9) } == [#"{"id":7}]"#, #"{"id":8}]"#])
        #expect(try world.faults.first?.applied == 1)
        let dropped = try world.messages(event: "new_post").map(\.fault)
        #expect(dropped == ["socket-drop", nil, nil])
    }

    private static let kinds: [(MockServer.SocketFault, String)] = [
        (.refuseJoin(), #"{"socket":"refuse-join"}"#),
        (.refuseJoin(reason: "full"), #"{"socket":"refuse-join","reason":"full"}"#),
        (.delay(.seconds(1)), #"{"socket":"delay","delay":"1s"}"#),
        (
            .delay(.uniform(.milliseconds(1), .seconds(1))),
            #"{"socket":"delay","delay":{"uniform":["1ms","1s"]}}"#
        ),
        (.duplicate, #"{"socket":"duplicate"}"#),
        (.reorder(within: .seconds(2)), #"{"socket":"reorder","within":"2s"}"#),
        (.ignoreHeartbeats, #"{"socket":"ignore-heartbeats"}"#),
        (.phxError, #"{"socket":"phx-error"}"#),
        (.halfOpen, #"{"socket":"half-open"}"#),
        (.reset, #"{"socket":"reset"}"#),
        (.close, #"{"socket":"close"}"#),
    ]

    @Test(arguments: Self.kinds.indices)
    func `every kind is taken as it is written`(_ place: Int) throws {
        let (fault, text) = Self.kinds[place]
        let world = try Doors.inProcess.makeWorld()
        #expect(try world.addFault(fault, onMessages: .any).fault.text == text)
        #expect(try world.addFault(.json(text), onMessages: .any).fault.text == text)
    }

    @Test(arguments: Doors.allCases)
    func `a client that comes back passes`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        let poll = try joined(world)
        async let recovery = world.expectRecovery(
            from: .queuedJoins(hold: .milliseconds(1)),
            within: .seconds(600),
            settling: .milliseconds(1)
        )
        try await world.expectMessage(.received(event: "phx_error"), within: .seconds(600))
        try poll.poll()
        try poll.send(Self.join)
        let client = try #require(try await recovery.first)
        #expect(client.isBack && client.fault == nil && client.joins == 1)
        #expect(client.joinedAfter != nil && client.lostPushes == 0)
    }

    @Test(arguments: Doors.allCases)
    func `a client that does not come back is named`(_ door: Doors) async throws {
        let world = try door.makeWorld()
        _ = try joined(world)
        let user = try #require(try world.sockets.first).user
        let text = await wordsOutsideOfTests {
            try await world.expectRecovery(from: .downTwice, within: .milliseconds(20))
        }
        #expect(
            text == """
                Expected all clients to come back from 'down-twice'.
                1 of 1 client failed: that of user \(user) on socket 1 has not tried to connect again.
                The world is '\(world.name)'.
                """
        )
        let none = await words { try await world.expectRecovery(from: .deadHeartbeat) }
        #expect(none.hasPrefix("No socket of the world '\(world.name)' meets the 'match'."))
    }
}
