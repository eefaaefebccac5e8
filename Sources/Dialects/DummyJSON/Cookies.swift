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

    /// Appends the fields that set both cookies, valid for `seconds` from `now`.
    static func set(
        _ tokens: Tokens.Pair,
        seconds: Double,
        from now: Instant,
        path: String = "/",
        secure isSecure: Bool,
        in fields: inout [Response.Field]
    ) {
        let age = javaScriptText(of: seconds.rounded(.down))
        let end = (now + .milliseconds(Int64(seconds * 1000))).asPrintable.httpDate
        let size = 80 + age.utf8.count + path.utf8.count + end.utf8.count
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { buffer in
            var text = Cursor(rest: buffer)
            text.put("; Max-Age=")
            text.put(age)
            text.put("; Path=")
            text.put(path)
            text.put("; Expires=")
            text.put(end)
            text.put(isSecure ? "; HttpOnly; Secure" : "; HttpOnly")
            let attributes = UnsafeBufferPointer(rebasing: buffer.dropLast(text.rest.count))
            fields.append(field("accessToken=", tokens.access, attributes))
            fields.append(field("refreshToken=", tokens.refresh, attributes))
        }
    }

    private static func field(
        _ name: StaticString,
        _ token: [UInt8],
        _ attributes: UnsafeBufferPointer<UInt8>
    ) -> Response.Field {
        let size = name.utf8CodeUnitCount + token.count + attributes.count
        let value = String(unsafeUninitializedCapacity: size) { buffer in
            var text = Cursor(rest: buffer)
            text.put(name)
            token.withUnsafeBufferPointer { text.put($0) }
            text.put(attributes)
            return size
        }
        return Response.Field("Set-Cookie", value)
    }

    /// Puts texts one after the other into a buffer that has room for them.
    private struct Cursor {
        var rest: UnsafeMutableBufferPointer<UInt8>

        mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
            rest = UnsafeMutableBufferPointer(
                rebasing: rest[rest.initialize(fromContentsOf: bytes)...]
            )
        }

        mutating func put(_ text: StaticString) {
            put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }

        mutating func put(_ text: String) {
            var text = text
            text.withUTF8 { put($0) }
        }
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
