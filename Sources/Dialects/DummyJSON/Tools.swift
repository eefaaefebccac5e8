internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyText
internal import MockPostlyWorld

/// `/test`, `/ip` and `/2fa`.
enum Tools {
    /// The method of the request; `/test` answers every method.
    static func test(_ request: Request, _ call: Call) throws -> Response {
        .json { json in
            json.beginObject()
            json.field("status", "ok")
            json.field("method", request.method.name)
            json.endObject()
        }
    }

    static func address(_ request: Request, _ call: Call) throws -> Response {
        .json { json in
            json.beginObject()
            json.field("ip", request.clientAddress)
            json.field("userAgent", request.firstHeader("user-agent") ?? "")
            json.endObject()
        }
    }

    /// The one-time password for `key` in the query; without a key, the page of the documentation.
    static func showPassword(_ request: Request, _ call: Call) throws -> Response {
        guard call.query["key"].isTrue else { return Pages.docs(request) }
        return try oneTimePassword(call.query["key"], call)
    }

    static func makePassword(_ request: Request, _ call: Call) throws -> Response {
        try oneTimePassword(call.body["key"], call)
    }

    /// The present TOTP (RFC 6238) by the clock of the world, and how many seconds it is still
    /// valid.
    ///
    /// The key is in base32, or an `otpauth://` URL with one.
    private static func oneTimePassword(_ key: JSValue, _ call: Call) throws -> Response {
        let text = secret(in: trimmed(key.string ?? "")).unicodeScalars.filter {
            !isSpace($0) && $0 != "-"
        }
        guard !text.isEmpty else { throw Failure(400, "Secret key is required") }
        guard let secret = Base32.decode(String(text)) else {
            throw Failure(400, "Invalid secret key")
        }
        let seconds = call.now.seconds
        return .json { json in
            json.beginObject()
            json.field("totp", TOTP.password(secret: secret, at: seconds))
            json.field("expiresIn", TOTP.secondsLeft(at: seconds))
            json.field("period", TOTP.period)
            json.endObject()
        }
    }

    /// The secret itself, or the one in an `otpauth://` URL; empty for a URL without one.
    private static func secret(in text: String) -> String {
        guard text.lowercased().hasPrefix("otpauth://") else { return text }
        guard let mark = text.firstIndex(of: "?") else { return "" }
        let query = parseQueryString(Array(text[text.index(after: mark)...].utf8)[...])
        return query["secret"].string ?? ""
    }
}
