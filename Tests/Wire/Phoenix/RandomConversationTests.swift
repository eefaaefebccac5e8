import MockPostlyJSON
import MockPostlyPhoenix
import MockPostlyTestKit
import Testing

@Suite struct RandomConversationTests {
    @Test(arguments: 0..<40)
    func `what holds for every conversation holds for a random one`(_ seed: Int) throws {
        var numbers = SeededNumbers(UInt64(seed))
        var witness = Witness()
        var channels = Channels()
        for step in 0..<200 {
            if numbers.draw(8) == 0 {
                let topic = numbers.pick(topics)
                let isClose = numbers.draw(2) == 0
                let outgoing = isClose ? channels.close(topic) : channels.fail(topic)
                try witness.see(outgoing, afterEndOf: topic)
            } else {
                let message = try randomMessage(step, &numbers)
                let decision = decide(message.topic, &numbers)
                try witness.see(channels.receive(message) { _ in decision }, after: message)
            }
            #expect(Set(channels.topics) == Set(witness.joined.keys))
            for topic in topics {
                #expect(channels.joinRef(for: topic) == witness.joined[topic])
                let push = channels.push("e", on: topic, payload: [0x31])
                #expect(push?.joinRef == witness.joined[topic] && push?.ref ?? .null == .null)
            }
        }
        for topic in channels.topics { try witness.see(channels.close(topic), afterEndOf: topic) }
        #expect(witness.joined.isEmpty && witness.open.isEmpty)
    }

    /// A message, written and read by one of the serializers.
    private func randomMessage(_ step: Int, _ numbers: inout SeededNumbers) throws -> Message {
        let refs = ["null", "\"\(step)\"", "\(step)", "\"1\"", "[\(step)]"]
        let joinRefs = ["null", "\"1\"", "\"2\"", "3", "\"\(step)\""]
        let topic = numbers.pick(topics)
        let event = numbers.pick(["phx_join", "phx_join", "phx_leave", "heartbeat", "hello"])
        let (joinRef, ref) = (numbers.pick(joinRefs), numbers.pick(refs))
        if numbers.draw(2) == 0 {
            let text = #"[\#(joinRef),\#(ref),"\#(topic)","\#(event)",{}]"#
            return try Serializer.v2.decode(.text(Array(text.utf8)))
        }
        let text =
            #"{"join_ref":\#(joinRef),"ref":\#(ref),"topic":"\#(topic)","event":"\#(event)","payload":1}"#
        return try Serializer.v1.decode(.text(Array(text.utf8)))
    }

    private func decide(_ topic: String, _ numbers: inout SeededNumbers) -> JoinDecision {
        guard topic != "other" else { return .unmatched }
        return numbers.draw(4) == 0 ? .refused(reason: "no") : .allowed
    }
}

private let topics = ["community:feed", "room:1", "other", "phoenix"]

/// Follows a conversation from outside, by what is sent and by nothing else.
private struct Witness {
    /// What is subscribed, and the join_ref that events must carry.
    var joined: [String: Ref] = [:]
    /// The join_ref as it came of each subscription that no `phx_close` or `phx_error` has ended.
    var open: [String: Ref] = [:]

    mutating func see(_ outgoing: [Outgoing], after message: Message) throws {
        let before = joined[message.topic]
        let isJoin = message.event == "phx_join"
        var replies = 0
        var ended = 0
        let oldRef = open[message.topic]
        for (place, step) in outgoing.enumerated() {
            switch step {
            case .unsubscribed(let topic):
                #expect(topic == message.topic && replies == 0 && place == 0)
                let removed = joined.removeValue(forKey: topic)
                #expect(removed != nil)
                open[topic] = nil
            case .subscribed(let topic):
                #expect(topic == message.topic && isJoin && replies == 1)
                #expect(joined[topic] == nil)
                joined[topic] = message.joinRef.isNull ? message.ref : message.joinRef
                open[topic] = message.joinRef
            case .send(let sent) where sent.event == "phx_reply":
                replies += 1
                #expect(sent.ref.text == message.ref.text && ended == 0)
                #expect(sent.joinRef.text == joinRef(of: sent, to: message, before).text)
            case .send(let sent):
                ended += 1
                #expect(sent.event == "phx_close" && place == outgoing.count - 1 && replies == 1)
                #expect(sent.joinRef == oldRef && sent.ref == oldRef)
            }
            if case .send(let sent) = step { try written(sent) }
        }
        let isEarlier = !isJoin && before != nil && outgoing.isEmpty
        #expect(replies == 1 || isEarlier && message.joinRef != before && !message.joinRef.isNull)
        #expect(
            ended
                == (before != nil && (isJoin || message.event == "phx_leave") && !isEarlier ? 1 : 0)
        )
    }

    mutating func see(_ outgoing: [Outgoing], afterEndOf topic: String) throws {
        guard joined.removeValue(forKey: topic) != nil else {
            #expect(outgoing.isEmpty)
            return
        }
        let joinRef = open.removeValue(forKey: topic)
        #expect(outgoing.count == 2 && outgoing.first == .unsubscribed(topic: topic))
        #expect(joinRef != nil)
        guard case .send(let sent)? = outgoing.last else {
            Issue.record("nothing sent")
            return
        }
        #expect(sent.joinRef == joinRef && sent.ref == joinRef)
        #expect(["phx_close", "phx_error"].contains(sent.event))
        try written(sent)
    }

    /// The join_ref that the contract wants in a reply.
    private func joinRef(of sent: ServerMessage, to message: Message, _ before: Ref?) -> Ref {
        let text = String(decoding: sent.payload, as: UTF8.self)
        if text.contains("unmatched topic") || message.event == "heartbeat" && before == nil {
            return .null
        }
        guard message.event != "phx_join" else { return message.joinRef }
        return before ?? message.joinRef
    }

    /// Holds that a message is written in both formats as it is.
    private func written(_ sent: ServerMessage) throws {
        let array = try JSON(parsing: Serializer.v2.encode(sent)).root.elements
        let object = try JSON(parsing: Serializer.v1.encode(sent)).root
        #expect(
            array.count == 5 && object.members.map(\.name) == ["topic", "event", "payload", "ref"]
        )
        #expect(Ref(array[0]).text == sent.joinRef.text && Ref(array[1]).text == sent.ref.text)
        #expect(object["ref"].map(Ref.init)?.text == sent.ref.text)
        for value in [array[2], object["topic"]] { #expect(value?.string == sent.topic) }
        for value in [array[3], object["event"]] { #expect(value?.string == sent.event) }
        for value in [array[4], object["payload"]] {
            #expect(value.map { Array($0.rawText) } == sent.payload)
        }
    }
}
