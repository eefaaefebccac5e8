import MockPostlyJSON
import MockPostlyPhoenix
import Testing

@Suite struct ChannelsTests {
    @Test func `a socket joins at most a hundred topics`() throws {
        var channels = Channels()
        for number in 1...100 {
            #expect(statuses(join(&channels, "t\(number)", "\(number)")) == ["ok"])
        }
        let refused = join(&channels, "t101", "101")
        let error =
            #"["101","101","t101","phx_reply",{"status":"error","#
            + #""response":{"reason":"too many channels joined"}}]"#
        #expect(texts(refused) == [error])
        #expect(channels.topics.count == 100 && channels.joinRef(for: "t101") == nil)
        // A duplicate makes room for itself, and what is not served is still unmatched.
        #expect(statuses(join(&channels, "t7", "102")) == ["ok"])
        #expect(statuses(join(&channels, "other", "103")) == ["unmatched topic"])
        #expect(channels.close("t1").count == 2)
        #expect(statuses(join(&channels, "t101", "104")) == ["ok"])
        #expect(statuses(join(&channels, "t1", "105")) == ["too many channels joined"])
    }

    @Test func `a join whose question fails changes nothing`() throws {
        struct Failure: Error {}
        var channels = Channels()
        _ = join(&channels, "t", "1")
        let again = message("t", "phx_join", "2")
        #expect(throws: Failure.self) { try channels.receive(again) { _ in throw Failure() } }
        #expect(channels.joinRef(for: "t") == Ref(string: "1"))
    }

    @Test func `the channel is asked once for each join and for nothing else`() {
        var channels = Channels()
        var asked: [String] = []
        for event in ["phx_join", "phx_join", "phx_leave", "hello", "heartbeat"] {
            for topic in ["t", "phoenix"] {
                _ = channels.receive(message(topic, event, "1")) { topic in
                    asked.append(topic)
                    return .allowed
                }
            }
        }
        #expect(asked == ["t", "t"])
    }

    @Test func `topics that only look alike are two`() {
        var channels = Channels()
        for (topic, ref) in [("t\u{E9}", "1"), ("te\u{301}", "2")] {
            #expect(statuses(join(&channels, topic, ref)) == ["ok"])
        }
        #expect(channels.topics.count == 2)
        #expect(channels.joinRef(for: "te\u{301}") == Ref(string: "2"))
    }

    @Test func `a socket's state is small`() {
        #expect(MemoryLayout<Channels>.size == 8)
        #expect(MemoryLayout<Ref>.size == 16)
    }

    @Test func `close codes are those of the contract`() {
        let codes = ConnectionEnd.allCases.map(\.closeCode)
        // 1013 is of RFC 6455's registry: Phoenix has no such limit.
        #expect(codes == [1011, 1002, 1002, 1007, 1009, 1013, 1001, 1012, nil, nil])
        let limits = ConnectionLimits()
        #expect(limits.idleTimeout == .seconds(60) && limits.messageBytes == 8_388_608)
        #expect(limits.queuedBytes == 1_048_576 && limits.queuedMessages == 1000)
    }

    private func join(_ channels: inout Channels, _ topic: String, _ ref: String) -> [Outgoing] {
        channels.receive(message(topic, "phx_join", ref)) {
            $0.hasPrefix("t") ? .allowed : .unmatched
        }
    }

    private func message(_ topic: String, _ event: String, _ ref: String) -> Message {
        Message(
            joinRef: Ref(string: ref),
            ref: Ref(string: ref),
            topic: topic,
            event: event,
            payload: .binary([])
        )
    }

    private func texts(_ outgoing: [Outgoing]) -> [String] {
        outgoing.compactMap { step in
            guard case .send(let message) = step else { return nil }
            return String(decoding: Serializer.v2.encode(message), as: UTF8.self)
        }
    }

    /// `ok` or the reason of each reply.
    private func statuses(_ outgoing: [Outgoing]) -> [String] {
        outgoing.compactMap { step in
            guard case .send(let message) = step, message.event == "phx_reply",
                let payload = try? JSON(parsing: message.payload).root
            else { return nil }
            return payload["response"]?["reason"]?.string ?? payload["status"]?.string
        }
    }
}
