import MockPostlyJSON
import MockPostlyPhoenix
import Testing

@Suite struct SerializerTests {
    @Test func `a payload is kept as JSON`() throws {
        let frame = Frame.text(Array(#"["1",2,"t","e",{"a":[1.50,"\u00e9"]}]"#.utf8))
        guard case .json(let payload) = try Serializer.v2.decode(frame).payload else {
            Issue.record("no JSON")
            return
        }
        #expect(String(decoding: payload.rawText, as: UTF8.self) == #"{"a":[1.50,"\u00e9"]}"#)
        #expect(payload["a"]?.elements.last?.string == "é")
    }

    @Test func `a binary push keeps its bytes to the end of the frame`() throws {
        let head = push("j|r|t|e|")
        let message = try Serializer.v2.decode(.binary(head + [0, 0xFF, 0x0A]))
        guard case .binary(let bytes) = message.payload else {
            Issue.record("no bytes")
            return
        }
        #expect(Array(bytes) == [0, 0xFF, 0x0A])
        #expect(message.joinRef.text == #""j""# && message.ref.text == #""r""#)
        #expect(message.topic == "t" && message.event == "e")
    }

    @Test func `the words of a binary push have up to 255 bytes`() throws {
        let long = String(repeating: "x", count: 255)
        let message = try Serializer.v2.decode(.binary(push("\(long)|\(long)|\(long)|\(long)|")))
        #expect(message.topic == long && message.event == long)
        #expect(message.ref == Ref(string: long))
    }

    @Test func `words of a binary push are escaped in replies`() throws {
        let message = try Serializer.v2.decode(.binary(push("a\"|b\\|t\n|e|")))
        var channels = Channels()
        guard case .send(let reply) = channels.receive(message, authorize: { _ in .allowed }).first
        else {
            Issue.record("no reply")
            return
        }
        let text = String(decoding: Serializer.v2.encode(reply), as: UTF8.self)
        #expect(text.hasPrefix(#"[null,"b\\","t\n","phx_reply","#))
    }

    @Test(arguments: [
        (#""""#, Undecodable.notAMessage), ("[]", .notAMessage), ("null", .notAMessage),
        ("", .notJSON(JSONError(offset: 0, reason: .empty))),
        ("[1", .notJSON(JSONError(offset: 2, reason: .unexpectedEnd))),
    ])
    func `what is wrong with a text frame is told`(_ text: String, _ fault: Undecodable) {
        for serializer in Serializer.allCases {
            #expect(throws: fault) { try serializer.decode(.text(Array(text.utf8))) }
        }
    }

    @Test func `of members with one name the last counts`() throws {
        let text = #"{"ref":1,"topic":"a","topic":"b","event":"e","payload":0,"ref":2}"#
        let message = try Serializer.v1.decode(.text(Array(text.utf8)))
        #expect(message.topic == "b" && message.ref.text == "2")
    }

    @Test func `refs are equal by value where they are strings, else by text`() throws {
        func ref(_ text: String) throws -> Ref { Ref(try JSON(parsing: Array(text.utf8)).root) }
        #expect(try ref(#""a""#) == ref(#""\u0061""#))
        #expect(try ref(#""1""#) != ref("1"))
        #expect(try ref("1") != ref("1.0"))
        // One letter in two spellings is two strings.
        #expect(try ref("\"\u{E9}\"") != ref("\"e\u{301}\""))
        #expect(try ref("null").isNull && Ref.null.isNull && !ref(#""null""#).isNull)
        #expect(Ref(string: "\"\n").text == #""\"\n""#)
    }

    @Test func `an event is encoded once for all who share it`() {
        let event = SharedEvent("e\"", on: "t", payload: Array(#"{"id":1}"#.utf8))
        let one = event.pieces(for: .v2, joinRef: Ref(string: "1"))
        let other = event.pieces(for: .v2, joinRef: .null)
        #expect(String(decoding: one.head, as: UTF8.self) == #"["1""#)
        #expect(String(decoding: other.head, as: UTF8.self) == "[null")
        #expect(String(decoding: one.shared, as: UTF8.self) == #",null,"t","e\"",{"id":1}]"#)
        #expect(isSame(one.shared, other.shared))
        let first = event.pieces(for: .v1, joinRef: Ref(string: "1"))
        let second = event.pieces(for: .v1, joinRef: .null)
        #expect(first.head.isEmpty && isSame(first.shared, second.shared))
        #expect(
            String(decoding: first.shared, as: UTF8.self)
                == #"{"topic":"t","event":"e\"","payload":{"id":1},"ref":null}"#
        )
    }

    /// Whether two arrays are one in memory.
    private func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.withUnsafeBufferPointer { left in
            right.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
        }
    }
}
