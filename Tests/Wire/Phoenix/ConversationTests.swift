import MockPostlyPhoenix
import Testing

@Suite struct ConversationTests {
    @Test(arguments: Conversation.all)
    func `a conversation goes as written`(_ conversation: Conversation) throws {
        let serializer = try #require(["v1": Serializer.v1, "v2": .v2][conversation.version])
        var socket = ScriptedSocket(serializer)
        var expected: [String] = []
        var cause = ""
        for line in conversation.lines {
            if line.hasPrefix("<") || line.hasPrefix("+") || line.hasPrefix("-") {
                expected.append(line)
                continue
            }
            #expect(socket.said == expected, "after: \(cause)")
            (socket.said, expected, cause) = ([], [], line)
            try socket.act(line)
        }
        #expect(socket.said == expected, "after: \(cause)")
    }

    @Test func `both serializers are spoken in every file`() {
        let files = Dictionary(grouping: Conversation.all, by: \.file)
        #expect(files.count == 8)
        for (file, conversations) in files {
            #expect(Set(conversations.map(\.version)) == ["v1", "v2"], "\(file)")
        }
    }
}

/// A socket that does what the lines of a conversation say, and writes down what comes of it.
private struct ScriptedSocket {
    var said: [String] = []
    private let serializer: Serializer
    private var channels = Channels()
    private var decisions: [String: JoinDecision] = ["community:feed": .allowed]

    init(_ serializer: Serializer) {
        self.serializer = serializer
    }

    mutating func act(_ line: String) throws {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        switch words[0] {
        case "given": try decide(words)
        case ">": receive(try frame(String(line.dropFirst(2))))
        case "!": try serve(words)
        default: Issue.record("unknown line: \(line)")
        }
    }

    private mutating func decide(_ words: [String]) throws {
        try #require(words.count > 2)
        switch words[2] {
        case "allowed": decisions[words[1]] = .allowed
        case "refused": decisions[words[1]] = .refused(reason: words[3])
        default: decisions[words[1]] = .unmatched
        }
    }

    private func frame(_ text: String) throws -> Frame {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = words.count > 1 ? String(words[1]) : ""
        switch words[0] {
        case "json": return .binary(Array(rest.utf8))
        case "push": return .binary(push(rest))
        case "bytes":
            return .binary(
                try rest.split(separator: " ").map { try #require(UInt8($0, radix: 16)) }
            )
        default: return .text(Array(text.utf8))
        }
    }

    private mutating func receive(_ frame: Frame) {
        do throws(Undecodable) {
            let message = try serializer.decode(frame)
            let decisions = decisions
            note(channels.receive(message) { decisions[$0] ?? .unmatched })
        } catch {
            said.append("< close \(ConnectionEnd.undecodableMessage.closeCode ?? 0)")
        }
    }

    private mutating func serve(_ words: [String]) throws {
        try #require(words.count > 2)
        let topic = words[2]
        switch words[1] {
        case "close": note(channels.close(topic))
        case "error": note(channels.fail(topic))
        default:
            let parts = words[3].split(separator: " ", maxSplits: 1).map(String.init)
            let payload = Array(parts[1].utf8)
            guard let joinRef = channels.joinRef(for: topic) else { return }
            let shared = SharedEvent(parts[0], on: topic, payload: payload)
            let alone = channels.push(parts[0], on: topic, payload: payload)
            let text = shared.text(for: serializer, joinRef: joinRef)
            #expect(alone.map(serializer.encode) == text)
            said.append("< " + String(decoding: text, as: UTF8.self))
        }
    }

    private mutating func note(_ outgoing: [Outgoing]) {
        said += outgoing.map { step in
            switch step {
            case .send(let message):
                "< " + String(decoding: serializer.encode(message), as: UTF8.self)
            case .subscribed(let topic): "+ " + topic
            case .unsubscribed(let topic): "- " + topic
            }
        }
    }
}
