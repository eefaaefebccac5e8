package import MockPostlyHTTP
package import MockPostlyJSON

/// A reply that has no answer without a connection.
package struct NoResponse: Error {}

extension Reply {
    /// The answer, with slow work done on the spot and no waiting.
    package var response: Response {
        get throws {
            switch self {
            case .now(let response): return response
            case .later(let slow): return try slow.carryOut().response
            case .after(_, let next): return try next().response
            case .held(let held):
                var answer: Response?
                held.deliver = { answer = $0 }
                held.expire()
                guard let answer else { throw NoResponse() }
                return answer
            case .handOver: throw NoResponse()
            }
        }
    }
}

extension Response {
    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON.
    package var json: JSONValue {
        get throws { try JSON(parsing: body).root }
    }
}
