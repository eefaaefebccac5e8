import MockPostlyJSON
import MockPostlyPhoenix

/// Holds a conversation with both serializers in turn, and reads the same bytes as all else that a
/// client of channels may send.
///
/// Each line is a frame. Its first byte says how it comes: an even one in 2.0.0, an odd one in
/// 1.0.0; with bit 1 as a binary frame; with bit 2 the server ends a channel first.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzPhoenix(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    var socket = WatchedSocket()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
        guard let mode = line.first else { continue }
        if mode & 4 != 0 { socket.end(isCrash: mode & 8 != 0) }
        let serializer: Serializer = mode & 1 == 0 ? .v2 : .v1
        let body = Array(line.dropFirst())
        let frame: Frame = mode & 2 == 0 ? .text(body) : .binary(body)
        if let message = try? serializer.decode(frame) { socket.receive(message) }
    }
    readElsewhere(bytes)
    return 0
}

/// A socket's channels and what was sent about them.
private struct WatchedSocket {
    private var channels = Channels()
    private var subscribed: [String] = []

    mutating func receive(_ message: Message) {
        let outgoing = channels.receive(message) { topic in
            switch topic.utf8.first {
            case UInt8(ascii: "c"): .allowed
            case UInt8(ascii: "r"): .refused(reason: topic)
            default: .unmatched
            }
        }
        let replies = outgoing.filter { step in
            if case .send(let sent) = step { sent.event == "phx_reply" } else { false }
        }
        precondition(replies.count == 1 || outgoing.isEmpty)
        precondition(!outgoing.isEmpty || message.event != "phx_join")
        note(outgoing)
        for case .send(let sent) in replies {
            precondition(sent.ref.text.utf8.elementsEqual(message.ref.text.utf8))
            precondition(sent.topic.utf8.elementsEqual(message.topic.utf8))
        }
    }

    mutating func end(isCrash: Bool) {
        guard let topic = subscribed.last else { return }
        let outgoing = isCrash ? channels.fail(topic) : channels.close(topic)
        precondition(outgoing.count == 2)
        note(outgoing)
        precondition(channels.joinRef(for: topic) == nil)
    }

    private mutating func note(_ outgoing: [Outgoing]) {
        for step in outgoing {
            switch step {
            case .send(let sent): readBack(sent)
            case .subscribed(let topic):
                precondition(place(of: topic) == nil && topic.utf8.first == UInt8(ascii: "c"))
                subscribed.append(topic)
            case .unsubscribed(let topic):
                guard let place = place(of: topic) else { preconditionFailure("not subscribed") }
                subscribed.remove(at: place)
            }
        }
        precondition(subscribed.count <= Channels.limit)
        precondition(subscribed.count == channels.topics.count)
        guard let topic = subscribed.last, let joinRef = channels.joinRef(for: topic) else {
            return
        }
        let event = SharedEvent("e", on: topic, payload: Array("{}".utf8))
        guard let alone = channels.push("e", on: topic, payload: Array("{}".utf8)) else {
            preconditionFailure("no event for who joined")
        }
        for serializer in Serializer.allCases {
            precondition(event.text(for: serializer, joinRef: joinRef) == serializer.encode(alone))
        }
        readBack(alone)
    }

    private func place(of topic: String) -> Int? {
        subscribed.firstIndex { $0.utf8.elementsEqual(topic.utf8) }
    }
}

/// Holds that what is sent can be read, and is what was meant.
private func readBack(_ sent: ServerMessage) {
    for serializer in Serializer.allCases {
        let text = serializer.encode(sent)
        guard let message = try? serializer.decode(.text(text)) else {
            preconditionFailure("what was sent cannot be read: \(text)")
        }
        precondition(message.ref.text.utf8.elementsEqual(sent.ref.text.utf8))
        precondition(message.topic.utf8.elementsEqual(sent.topic.utf8))
        precondition(message.event.utf8.elementsEqual(sent.event.utf8))
        guard case .json(let payload) = message.payload else { preconditionFailure("no JSON") }
        precondition(payload.rawText.elementsEqual(sent.payload))
        precondition(serializer == .v2 || message.joinRef.isNull)
        precondition(serializer == .v1 || message.joinRef == sent.joinRef)
    }
}

/// Reads the bytes as a version, as subprotocols and as the body of a long poll.
private func readElsewhere(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let version = Version(parsing: text) {
        precondition(text.hasPrefix("\(version.major).\(version.minor).\(version.patch)"))
        let spoken =
            version.isApproximately(major: "1", minor: "0")
            || version.isApproximately(major: "2", minor: "0")
        precondition(spoken == (Serializer(vsn: text) != nil))
    } else {
        precondition(Serializer(vsn: text) == nil)
    }
    let request = UpgradeRequest(method: "GET", protocols: text)
    let outcome: UpgradeOutcome<String> = UpgradeCheck().outcome(of: request) { $0 }
    if case .accepted(let token, let serializer, _) = outcome {
        precondition(!token.isEmpty && serializer == .v1)
    }
    guard let frames = try? LongPollBody.split(bytes, contentType: "application/x-ndjson") else {
        return
    }
    precondition(frames.count <= LongPollBody.limit)
    var session = LongPollSession(token: text, now: .zero)
    for case .text(let line) in frames { session.enqueue(line) }
    let answer = session.poll(now: .seconds(1)) ?? session.endPoll(now: .seconds(2))
    // Bytes that are no UTF-8 go out as they came; the server's own messages have none.
    guard String(validating: bytes, as: UTF8.self) != nil else { return }
    precondition((try? JSON(parsing: answer.body)) != nil)
}
