public import Foundation
public import MockPostlyClient

extension MockServer.JSON {
    /// A value as JSON.
    ///
    /// Throws what `encoder` throws.
    public init(encoding value: some Encodable, by encoder: JSONEncoder = JSONEncoder()) throws {
        try self.init(bytes: [UInt8](encoder.encode(value)))
    }

    /// The value as one of your types.
    ///
    /// Throws what `decoder` throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data(text.utf8))
    }
}

extension MockServer.StubResponse {
    /// An answer with one of your values as JSON: `.json(status: 201, encoding: post)`.
    ///
    /// Throws what `encoder` throws.
    public static func json(
        status: Int = 200,
        encoding value: some Encodable,
        by encoder: JSONEncoder = JSONEncoder(),
        headers: MockServer.Headers = [:]
    ) throws -> Self {
        .json(status: status, try MockServer.JSON(encoding: value, by: encoder), headers: headers)
    }

    /// An answer with bytes, such as those of a picture: `.data(png, headers: ["Content-Type":
    /// "image/png"])`.
    public static func data(
        status: Int = 200,
        _ data: Data,
        headers: MockServer.Headers = [:]
    ) -> Self {
        .base64(data.base64EncodedString(), status: status, headers: headers)
    }
}

extension MockServer.RequestMatch {
    /// With a JSON body that has at least the members of one of your values.
    ///
    /// Throws what `encoder` throws.
    public func json(
        encoding value: some Encodable,
        by encoder: JSONEncoder = JSONEncoder()
    ) throws -> Self {
        json(try MockServer.JSON(encoding: value, by: encoder))
    }
}

extension MockServer.RecordedRequest.Content {
    /// The body, as far as it was kept.
    public var data: Data {
        base64.flatMap { Data(base64Encoded: $0) } ?? Data((text ?? "").utf8)
    }

    /// The body as one of your types.
    ///
    /// ```swift
    /// let draft = try await world.takeRequest(.post("/api/posts")).request.decode(Draft.self)
    /// ```
    ///
    /// Passwords and tokens in it are `…` unless they were asked for. Throws a ``MockServer/Failure``
    /// for a body of which only the beginning was kept, and what `decoder` throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        guard !isCut else {
            throw MockServer.Failure(
                "only the beginning of the body was kept: MOCKPOSTLY_JOURNAL_BODY says how much"
            )
        }
        return try decoder.decode(type, from: data)
    }
}

extension MockServer.RecordedMessage {
    /// The message as one of your types; throws what `decoder` throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: Data((text ?? "").utf8))
    }
}

extension MockServer.Answer {
    /// The body.
    public var data: Data { Data(body) }

    /// The body as one of your types; throws what `decoder` throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        by decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: data)
    }
}

extension MockServer.World {
    /// Replaces the content by that of a seed file, or of an SQLite file that a server exported, as
    /// `importContent(_:)` with bytes does.
    public func importContent(_ data: Data) throws {
        try importContent([UInt8](data))
    }
}
