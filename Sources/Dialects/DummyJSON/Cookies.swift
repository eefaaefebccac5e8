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
        access: String,
        refresh: String,
        seconds: Double,
        from now: Instant,
        path: String = "/",
        secure isSecure: Bool
    ) -> [Response.Field] {
        let age = seconds.rounded(.down)
        let end = (now + .milliseconds(Int64(seconds * 1000))).asPrintable
        let attributes =
            "Max-Age=\(javaScriptText(of: age)); Path=\(path); Expires=\(end.httpDate); HttpOnly"
            + (isSecure ? "; Secure" : "")
        return [
            Response.Field("Set-Cookie", "accessToken=\(access); \(attributes)"),
            Response.Field("Set-Cookie", "refreshToken=\(refresh); \(attributes)"),
        ]
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
