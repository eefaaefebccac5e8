package import MockPostlyHTTP
package import MockPostlyJSON

extension Reply {
    /// The answer, with slow work done on the spot and no waiting.
    package var response: Response { get throws { try awaited() } }
}

extension Response {
    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON.
    package var json: JSONValue {
        get throws { try JSON(parsing: body).root }
    }
}
