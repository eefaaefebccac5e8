internal import MockPostlyJSON

extension Serializer {
    /// Decodes the message in a frame.
    ///
    /// A binary frame is a binary push in 2.0.0; in 1.0.0 it holds the same JSON as a text frame.
    ///
    /// - Throws: ``Undecodable``, after which Phoenix ends the connection with code 1011
    ///   (``ConnectionEnd/undecodableMessage``).
    package func decode(_ frame: Frame) throws(Undecodable) -> Message {
        switch (self, frame) {
        case (.v1, .text(let bytes)), (.v1, .binary(let bytes)):
            try Self.object(Self.parse(bytes))
        case (.v2, .text(let bytes)): try Self.array(Self.parse(bytes))
        case (.v2, .binary(let bytes)): try Self.push(bytes)
        }
    }

    private static func parse(_ bytes: [UInt8]) throws(Undecodable) -> JSONValue {
        do throws(JSONError) {
            return try JSON(parsing: bytes).root
        } catch {
            throw Undecodable.notJSON(error)
        }
    }

    /// Reads `{"topic":…,"event":…,"payload":…,"ref":…}`, with `join_ref` or without.
    private static func object(_ value: JSONValue) throws(Undecodable) -> Message {
        guard let topic = value["topic"]?.string, let event = value["event"]?.string,
            let payload = value["payload"], let ref = value["ref"]
        else { throw .notAMessage }
        return Message(
            joinRef: value["join_ref"].map(Ref.init) ?? .null,
            ref: Ref(ref),
            topic: topic,
            event: event,
            payload: .json(payload)
        )
    }

    /// Reads `[join_ref, ref, topic, event, payload]`; further elements are ignored.
    private static func array(_ value: JSONValue) throws(Undecodable) -> Message {
        let elements = value.elements
        guard elements.count >= 5, let topic = elements[2].string, let event = elements[3].string
        else { throw .notAMessage }
        return Message(
            joinRef: Ref(elements[0]),
            ref: Ref(elements[1]),
            topic: topic,
            event: event,
            payload: .json(elements[4])
        )
    }

    /// Reads a binary push: a zero byte, four lengths, four strings of these lengths, the payload.
    private static func push(_ bytes: [UInt8]) throws(Undecodable) -> Message {
        guard bytes.count >= 5, bytes[0] == 0 else { throw .notAPush }
        var rest = bytes[5...]
        var words: [String] = []
        for length in bytes[1..<5] {
            guard rest.count >= Int(length),
                let word = String(validating: rest.prefix(Int(length)), as: UTF8.self)
            else { throw .notAPush }
            words.append(word)
            rest = rest.dropFirst(Int(length))
        }
        return Message(
            joinRef: Ref(string: words[0]),
            ref: Ref(string: words[1]),
            topic: words[2],
            event: words[3],
            payload: .binary(rest)
        )
    }
}
