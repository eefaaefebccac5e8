internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyWorld

/// The cookies of a session: `accessToken` and `refreshToken`.
enum Cookies {
    /// The fields that delete both cookies, for a response to an invalid token.
    static func cleared(path: String = "/") -> [Response.Field] {
        ["accessToken", "refreshToken"].map {
            Response.Field(
                "Set-Cookie",
                "\($0)=; Path=\(path); Expires=Thu, 01 Jan 1970 00:00:00 GMT"
            )
        }
    }

    /// The fields that delete both cookies, for a log-out.
    static func cleared(path: String = "/", secure isSecure: Bool) -> [Response.Field] {
        cleared(path: path).map {
            Response.Field($0.name, $0.value + "; HttpOnly" + (isSecure ? "; Secure" : ""))
        }
    }

    /// The path of the cookies: `/` as the original's, or the prefix of the world.
    ///
    /// With the prefix, a browser keeps the sessions of different worlds apart.
    static func path(for request: Request) -> String {
        let prefix = request.pathPrefix
        return prefix.isEmpty ? "/" : prefix
    }

    /// The fields that set both cookies, valid for `seconds` from `now`.
    static func set(
        _ tokens: Tokens.Pair,
        seconds: Double,
        from now: Instant,
        path: String = "/",
        secure isSecure: Bool
    ) -> [Response.Field] {
        let age = seconds.rounded(.down)
        let end = (now + .milliseconds(Int64(seconds * 1000))).asPrintable
        var attributes = "; Max-Age="
        // Enough for a short path: then nothing is copied when the text grows.
        attributes.reserveCapacity(128)
        attributes += javaScriptText(of: age)
        attributes += "; Path="
        attributes += path
        attributes += "; Expires="
        attributes += end.httpDate
        attributes += isSecure ? "; HttpOnly; Secure" : "; HttpOnly"
        return [
            field("accessToken=", tokens.access, attributes),
            field("refreshToken=", tokens.refresh, attributes),
        ]
    }

    private static func field(
        _ start: StaticString,
        _ token: [UInt8],
        _ attributes: String
    ) -> Response.Field {
        var value: [UInt8] = []
        value.reserveCapacity(start.utf8CodeUnitCount + token.count + attributes.utf8.count)
        value += UnsafeBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount)
        value += token
        value += attributes.utf8
        return Response.Field("Set-Cookie", String(decoding: value, as: UTF8.self))
    }

    /// The value of the first cookie called `name`, decoded; nil when there is none.
    static func value(_ name: String, in request: Request) -> String? {
        guard request.hasCookie, let cookies = request.cookie else { return nil }
        for pair in cookies.split(separator: ";") {
            guard let equals = pair.firstIndex(of: "=") else { continue }
            guard trimmed(String(pair[..<equals])).utf8.elementsEqual(name.utf8) else { continue }
            var value = trimmed(String(pair[pair.index(after: equals)...]))
            if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = String(value.dropFirst().dropLast())
            }
            return decodeURIComponent(Array(value.utf8)) ?? value
        }
        return nil
    }
}
