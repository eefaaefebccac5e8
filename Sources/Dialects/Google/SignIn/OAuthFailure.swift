internal import MockPostlyHTTP
internal import MockPostlyJSON

/// A refusal in Google's words.
struct OAuthFailure: Error {
    var status: Int
    /// A code of RFC 6749, OpenID Connect or Google.
    var code: String
    var words: String
    /// The value of WWW-Authenticate; nil for none.
    var challenge: String?

    init(_ code: String, _ words: String, status: Int = 400, challenge: String? = nil) {
        (self.status, self.code, self.words, self.challenge) = (status, code, words, challenge)
    }

    /// A request that lacks something or has a wrong value.
    init(_ words: String) {
        self.init("invalid_request", words)
    }

    /// A code or refresh token that is not valid.
    static func grant(_ words: String = "Bad Request") -> OAuthFailure {
        OAuthFailure("invalid_grant", words)
    }

    /// The client id is not the one that the server accepts.
    static var client: OAuthFailure {
        OAuthFailure("invalid_client", "The OAuth client was not found.", status: 401)
    }

    /// The code or token is of another app.
    static var otherClient: OAuthFailure {
        OAuthFailure("unauthorized_client", "Unauthorized", status: 401)
    }

    /// An access token that is missing, unknown or expired.
    static var credentials: OAuthFailure {
        OAuthFailure(
            "invalid_request",
            "Invalid Credentials",
            status: 401,
            challenge: "Bearer realm=\"\(Discovery.issuer)/\", error=\"invalid_token\""
        )
    }

    /// As the parameters of an answer to an app.
    var pairs: [(name: String, value: String)] {
        [("error", code), ("error_description", words)]
    }

    /// As the answer to a request of an app.
    var response: Response {
        var response = Response.confidential(status: status) { json in
            json.field("error", code)
            json.field("error_description", words)
        }
        if let challenge { response.fields.append(.init("WWW-Authenticate", challenge)) }
        return response
    }
}

extension Response {
    /// A JSON object that nobody may keep.
    static func confidential(
        status: Int = 200,
        _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var json = JSONWriter(escaping: .utf8, reserving: 2048)
        json.beginObject()
        write(&json)
        json.endObject()
        var response = Response(
            status: status,
            contentType: "application/json; charset=utf-8",
            body: JSONWriter.pretty(json.finish()) + [UInt8(ascii: "\n")]
        )
        response.fields.append(Field("Cache-Control", "no-store"))
        response.fields.append(Field("Pragma", "no-cache"))
        return response
    }
}
