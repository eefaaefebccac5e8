import CommunityContent
import MockPostlyContent
import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySQLite
import MockPostlyTestKit
import Testing

@testable import MockPostlyServer
@testable import MockPostlyWorlds

/// The place that all channel frames pass, with real sockets and polls.
@Suite(.timeLimit(.minutes(15)))
struct ChannelFrameTests {
    private static let mira = "mira-sol-token-for-trying-the-feed-out-0000"
    private static let theo = "theo-lindqvist-token-for-trying-the-feed-00"
    private static let join = #"["1","1","community:feed","phx_join",{}]"#
    private static let joined =
        #"["1","1","community:feed","phx_reply",{"status":"ok","response":{}}]"#
    private static let beat = #"[null,"2","phoenix","heartbeat",{}]"#
    private static let beaten = #"[null,"2","phoenix","phx_reply",{"status":"ok","response":{}}]"#

    private let server: LiveServer

    init() throws {
        server = try LiveServer { $0.seed = .standard }
        try watch("default")
    }

    // MARK: Help

    /// Has the frames of a world recorded.
    private func watch(_ world: String) throws {
        try server.ask { server in
            let recorder = Recorder()
            server.worlds[world]?.context.frameTap = recorder
            server.worlds[world]?.notes.log = recorder.log?.log
        }
    }

    /// The lines that stand in the log.
    private func reports() throws -> [Substring] {
        let text = try server.ask { (try? recorder($0)?.log?.text()) ?? "" }
        return text.split(separator: "\n")
    }

    private func recorder(_ server: Server, _ world: String = "default") -> Recorder? {
        server.worlds[world]?.context.frameTap as? Recorder
    }

    /// Waits until so many frames were seen, and gives them.
    private func frames(_ count: Int, of world: String = "default") throws -> [ChannelFrame] {
        try server.wait { recorder($0, world)?.frames.count ?? 0 >= count }
        return try server.ask { recorder($0, world)?.frames ?? [] }
    }

    /// A WebSocket, opened.
    private func socket(_ token: String = mira, prefix: String = "") throws -> RawClient {
        let client = try RawClient(port: server.port)
        let fields = """
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r

            """
        let path = prefix + "/community/websocket?vsn=2.0.0&token=\(token)"
        #expect(try client.ask("GET", path, fields: fields).status == 101)
        return client
    }

    /// Sends a frame whose masking key changes nothing.
    private func send(_ text: String, _ socket: RawClient, opcode: UInt8 = 0x81) throws {
        let bytes = Array(text.utf8)
        try socket.send(bytes: [opcode, 0x80 | UInt8(bytes.count), 0, 0, 0, 0] + bytes)
    }

    /// Closes a socket in order; returns the texts that came on it.
    private func texts(_ socket: RawClient) throws -> [String] {
        try send("", socket, opcode: 0x88)
        var bytes = socket.restBytes()[...]
        var texts: [String] = []
        while bytes.count > 1, let opcode = bytes.popFirst(),
            var length = bytes.popFirst().map(Int.init)
        {
            if length == 126 {
                length = bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
                bytes = bytes.dropFirst(2)
            }
            if opcode == 0x81 {
                texts.append(String(decoding: bytes.prefix(length), as: UTF8.self))
            }
            bytes = bytes.dropFirst(length)
        }
        return texts
    }

    /// The target of a long poll's session.
    private func poll(_ token: String, prefix: String = "") throws -> String {
        let path = prefix + "/community/longpoll?vsn=2.0.0&token="
        let opened = try RawClient(port: server.port).ask("GET", path + token)
        let session = try JSON(parsing: Array(opened.body.utf8)).root["token"]?.string
        return path + (try #require(session))
    }

    private func ask(_ method: String, _ target: String, _ body: String = "") throws -> String {
        let fields = "Authorization: Bearer \(Self.mira)\r\n"
        return try RawClient(port: server.port).ask(method, target, body, fields: fields).body
    }

    private func messages(_ answer: String) throws -> [String] {
        let root = try JSON(parsing: Array(answer.utf8)).root
        return root["messages"]?.elements.compactMap(\.string) ?? []
    }

    // MARK: Frames

    @Test func `each frame is seen once, in order, whatever the transport`() throws {
        let socket = try socket()
        try send(Self.join, socket)
        try send(Self.beat, socket)
        _ = try frames(4)
        let poll = try poll(Self.theo)
        #expect(try ask("POST", poll, Self.join).contains("200"))
        #expect(try messages(try ask("GET", poll)) == [Self.joined])
        _ = try frames(6)
        let post = try ask("POST", "/api/community/posts", #"{"content":"Low tide"}"#)
        #expect(post.contains("Low tide"))
        let seen = try frames(8)
        #expect(seen.count == 8)

        let bySocket = seen.filter { $0.peer.transport == .webSocket }
        let byPoll = seen.filter { $0.peer.transport == .longPoll }
        #expect(
            bySocket.map(\.line) == [
                "in community:feed phx_join", "out community:feed phx_reply",
                "in phoenix heartbeat", "out phoenix phx_reply", "out community:feed new_post",
            ]
        )
        #expect(
            byPoll.map(\.line) == [
                "in community:feed phx_join", "out community:feed phx_reply",
                "out community:feed new_post",
            ]
        )
        // What is seen is what goes over the wire.
        let sent = bySocket.filter { $0.direction == .outgoing }.map(\.text)
        #expect(sent.prefix(2) == [Self.joined, Self.beaten])
        #expect(try texts(socket) == sent)
        #expect(try messages(try ask("GET", poll)) == [byPoll[2].text])
        #expect(bySocket[0].text == Self.join && byPoll[0].text == Self.join)

        let ids = try server.ask { server in
            let world = server.worlds.list[0].domain
            return [Self.mira, Self.theo].compactMap { token -> String? in
                guard case .valid(let id)? = try? world.apiTokens.look(up: token).0 else {
                    return nil
                }
                return String(id)
            }
        }
        #expect(
            Set(bySocket.map(\.peer.socket)) == [1] && Set(byPoll.map(\.peer.socket)) == [2]
        )
        #expect(Set(bySocket.map(\.peer.account)) == [ids[0]])
        #expect(Set(byPoll.map(\.peer.account)) == [ids[1]])
        #expect(Set(seen.map(\.peer.world)) == ["default"])
    }

    @Test func `each world has its own`() throws {
        try server.makeWorld(#""id":"a""#)
        try watch("a")
        let order = #"{"world":"a","system":"community","user":"mira.sol@example.com"}"#
        let minted = try ask("POST", "/__mockpostly/v1/tokens", order)
        let token = try #require(try JSON(parsing: Array(minted.utf8)).root["token"]?.string)
        let socket = try socket(token, prefix: "/w/a")
        try send(Self.join, socket)
        let seen = try frames(2, of: "a")
        #expect(seen.map(\.peer.world) == ["a", "a"])
        #expect(try server.ask { recorder($0)?.frames.isEmpty } == true)
        #expect(try texts(socket) == [Self.joined])
    }

    @Test func `the closing of a channel is a frame like others`() throws {
        let socket = try socket()
        try send(Self.join, socket)
        _ = try frames(2)
        let fields = "Authorization: Bearer \(Self.mira)\r\n"
        let client = try RawClient(port: server.port)
        #expect(try client.ask("DELETE", "/api/community/join", fields: fields).status < 300)
        #expect(try frames(3).last?.line == "out community:feed phx_close")
        #expect(try texts(socket).count == 2)
    }

    // MARK: Holding back

    @Test func `a frame may be held back, or never go on`() throws {
        let socket = try socket()
        let poll = try poll(Self.theo)
        try server.ask { recorder($0)?.holdsBack = { $0.event == "phx_join" } }
        try send(Self.join, socket)
        try send(Self.beat, socket)
        #expect(try ask("POST", poll, Self.join).contains("200"))
        // The heartbeat and its answer have passed the join.
        #expect(
            try frames(4).map(\.line).filter { $0.hasPrefix("out") } == ["out phoenix phx_reply"]
        )
        try server.ask { server in
            recorder(server)?.holdsBack = { $0.event == "new_post" && $0.peer.socket == 1 }
            recorder(server)?.letGo()
        }
        _ = try frames(6)
        #expect(try messages(try ask("GET", poll)) == [Self.joined])
        #expect(try ask("POST", "/api/community/posts", #"{"content":"x"}"#).contains("\"x\""))
        _ = try frames(8)
        #expect(try messages(try ask("GET", poll)).count == 1)
        #expect(try texts(socket) == [Self.beaten, Self.joined])
        // It is too late for what is held.
        try server.ask { recorder($0)?.letGo() }
    }

    // MARK: Errors

    @Test func `what cannot be read is seen and told, and ends the connection`() throws {
        let socket = try socket()
        let poll = try poll(Self.theo)
        try send("nonsense", socket)
        #expect(try ask("POST", poll, "nonsense").contains("410"))
        let seen = try frames(2)
        #expect(seen.map(\.text) == ["nonsense", "nonsense"])
        #expect(seen.allSatisfy { $0.topic == nil && $0.event == nil })
        #expect(socket.restBytes().starts(with: [0x88, 2, 0x03, 0xF3]))
        let reports = try reports()
        #expect(reports.count == 2)
        for (report, transport) in zip(reports, ["websocket 1", "longpoll 2"]) {
            #expect(report.contains(transport) && report.contains("cannot be read"))
        }
    }

    @Test(arguments: [false, true])
    func `a failure while a frame is carried out is told`(isHeldBack: Bool) throws {
        let socket = try socket()
        let poll = try poll(Self.theo)
        let isBroken = try server.ask { server in
            recorder(server)?.holdsBack = { _ in isHeldBack }
            let connection = server.worlds.list[0].domain.work.connection
            return (try? connection.run("ALTER TABLE community_member RENAME TO gone")) != nil
        }
        #expect(isBroken)
        try send(Self.join, socket)
        _ = try frames(1)
        let answer = try ask("POST", poll, Self.join)
        #expect(answer.contains("Internal Server Error") == !isHeldBack)
        _ = try frames(2)
        try server.ask { recorder($0)?.letGo() }
        #expect(socket.restBytes().starts(with: [0x88, 2, 0x03, 0xF3]))
        let reports = try reports()
        // An answer that says so has its own line in the log.
        #expect(reports.count == (isHeldBack ? 2 : 1))
        for report in reports { #expect(report.contains("was not carried out")) }
    }

    @Test func `what a dialect reports stands in the log`() throws {
        let log = try CapturedLog()
        let application = try TestHost.serving(log: log.log)
        application.worlds.list[0].context.report(.failure("a failure"))
        application.worlds.list[0].context.report(.detail("a detail"))
        let text = try log.text()
        #expect(text.contains("world default: a failure"))
        #expect(text.contains("world default: a detail"))
    }
}

/// Writes down what passes, and holds some of it back.
private final class Recorder: FrameTap {
    private(set) var frames: [ChannelFrame] = []
    /// Of the world.
    let log = try? CapturedLog()
    var holdsBack: (ChannelFrame) -> Bool = { _ in false }
    private var held: [() -> Void] = []

    func pass(_ pending: PendingFrame) {
        frames.append(pending.frame)
        if holdsBack(pending.frame) { held.append(pending.goOn) } else { pending.goOn() }
    }

    func letGo() {
        let held = held
        self.held = []
        for goOn in held { goOn() }
    }
}

extension ChannelFrame {
    fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }

    fileprivate var line: String {
        "\(direction == .incoming ? "in" : "out") \(topic ?? "-") \(event ?? "-")"
    }
}
