import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyJournal
import MockPostlyMatching
import MockPostlyNouns
import MockPostlyTestKit
import MockPostlyWorld
import MockPostlyWorlds
import Testing

@testable import MockPostlyControl

/// What a check says of values with a type, and of what it cannot know.
@Suite
struct ChecksTests {
    private let server: TestServer

    init() throws { server = try TestServer() }

    private static func page(_ json: String) -> Response {
        Response(contentType: "application/json", body: Array(json.utf8))
    }

    private static let document =
        #"{"id":1,"text":"1","ok":true,"gone":null,"list":[1,2],"size":1.50}"#

    @Test(arguments: [
        (#"{"$.id":1}"#, true), (#"{"$.id":"1"}"#, false), (#"{"$.text":"1"}"#, true),
        (#"{"$.text":1}"#, false), (#"{"$.ok":true}"#, true), (#"{"$.ok":"true"}"#, false),
        (#"{"$.gone":null}"#, true), (#"{"$.gone":"null"}"#, false), (#"{"$.none":null}"#, false),
        (#"{"$.none":{"absent":true}}"#, true), (#"{"$.gone":{"absent":true}}"#, false),
        (#"{"$.gone":{"present":true}}"#, true), (#"{"$.none":{"present":true}}"#, false),
        (#"{"$.id":{"looselyEquals":"1"}}"#, true), (#"{"$.id":{"looselyEquals":1}}"#, true),
        (#"{"$.text":{"looselyEquals":1}}"#, true), (#"{"$.text":{"looselyEquals":2}}"#, false),
        (#"{"$.ok":{"looselyEquals":"true"}}"#, true),
        (#"{"$.none":{"looselyEquals":"1"}}"#, false),
        (#"{"$.id":{"equals":1}}"#, true), (#"{"$.id":{"equals":"1"}}"#, false),
        (#"{"$.list":{"equals":[1,2]}}"#, true), (#"{"$.list":{"equals":[1,"2"]}}"#, false),
        (#"{"$.list":{"equals":[2,1]}}"#, false), (#"{"$.size":1.5}"#, true),
    ])
    func `values are compared with their type, and loosely by name`(
        condition: String,
        isMet: Bool
    ) throws {
        let exchange = RecordedExchange(
            try .asking("POST", "/a", body: Self.document),
            Response(status: 200),
            route: .none,
            asker: nil
        )
        server.record(exchange)
        let verified = try server.answer(
            "POST",
            "/requests/verify",
            body: #"{"match":{"jsonPath":\#(condition)}}"#
        )
        #expect(verified.status == (isMet ? 200 : 422), "\(verified.text)")
        // The same condition on the state.
        server.shop.page = Self.page(Self.document)
        let pair = try #require(try JSON(parsing: Array(condition.utf8)).root.members.first)
        let state = try server.answer(
            "POST",
            "/state/wait",
            body: #"{"get":"/a","path":"\#(pair.name)","value":\#(pair.value.asJSON)}"#
        )
        #expect(state.status == (isMet ? 200 : 422), "\(state.text)")
    }

    @Test(arguments: ["[1]", "{}"])
    func `lists and objects are not compared loosely`(value: String) throws {
        let order = #"{"match":{"jsonPath":{"$.a":{"looselyEquals":\#(value)}}}}"#
        try Refusal(order, "Bad value", "'match.jsonPath.$.a.looselyEquals'")
            .hold(server, "POST", "/requests/verify")
    }

    @Test
    func `a wait for a state whose expression has no end is refused, not late`() throws {
        let long = String(repeating: "x", count: 3000) + "!y"
        server.shop.page = Self.page(#""\#(long)""#)
        let order = #"{"get":"/a","value":{"matches":"(x+x+)+[yz]"}}"#
        let refused = try server.answer("POST", "/state/wait", body: order)
        try expectProblem(refused, 422, "Too many steps", naming: "(x+x+)+[yz]")
        #expect(refused.text.contains(#""verified":false"#))
    }

    // MARK: Messages

    /// Adds a message to the journal, which keeps 64 KiB of it.
    private func pass(_ payload: String) {
        let peer = ChannelPeer(world: "default", socket: 1, transport: .webSocket, account: "7")
        let frame = ChannelFrame(
            .outgoing,
            peer,
            topic: "feed",
            event: "new_post",
            bytes: Array(#"[null,null,"feed","new_post",\#(payload)]"#.utf8)
        )
        let message = RecordedMessage(frame, dialect: "community")
        server.journal.add(message, in: server.home.domain.world)
    }

    @Test(arguments: [
        #"{"match":{"payload":{"$.id":1}}}"#, #"{"match":{"payload":{"$.id":1}},"never":true}"#,
        #"{"match":{"body":{"contains":"the end"}},"count":1}"#,
        #"{"match":{"jsonPath":{"$[4].id":1}},"count":0}"#,
        #"{"order":[{"event":"new_post","payload":{"$.id":1}}]}"#,
    ])
    func `a check that depends on the part of a message that was not kept is refused`(
        order: String
    ) throws {
        pass(#"{"words":"\#(String(repeating: "a", count: 70_000))","id":1,"z":"the end"}"#)
        let refused = try server.answer("POST", "/messages/verify", body: order)
        try expectProblem(
            refused,
            409,
            "Body not kept whole",
            naming: "number 1, out feed new_post",
            hinting: "MOCKPOSTLY_JOURNAL_BODY"
        )
    }

    @Test
    func `what a message was cut off does not matter where the answer is known`() throws {
        pass(#"{"words":"\#(String(repeating: "a", count: 70_000))"}"#)
        pass(#"{"id":1}"#)
        for order in [
            #"{"match":{"event":"new_post"},"count":2}"#,
            #"{"match":{"body":{"contains":"\"words\""}},"count":1}"#,
            #"{"match":{"event":"other","payload":{"$.id":1}},"never":true}"#,
            #"{"match":{"payload":{"$.id":1}},"atLeast":1}"#,
        ] {
            let verified = try server.answer("POST", "/messages/verify", body: order)
            #expect(verified.status == 200, "\(order): \(verified.text)")
        }
        let waiting = try server.answer(
            "POST",
            "/messages/wait",
            body: #"{"match":{"payload":{"$.id":1}},"count":2}"#
        )
        #expect(waiting.status == 409)
    }

    @Test(arguments: [
        (#"{"match":"/none","timeout":"1ms"}"#, 422, "never came"),
        (#"{"match":"/none","timeout":"x"}"#, 400, "'timeout'"),
        (#"{"match":"/none","within":"1h"}"#, 400, "'within'"),
        (#"{"match":"/none","within":"1s","timeout":"1s"}"#, 400, "'timeout' and 'within'"),
    ])
    func `how long to wait has its former name as well`(body: String, status: Int, words: String)
        throws
    {
        let answer = try server.answer("POST", "/requests/wait", body: body)
        let detail = try JSON(parsing: answer.body).root["detail"]?.string ?? ""
        #expect(answer.status == status && detail.contains(words), "\(answer.text)")
    }
}
