package import MockPostlyHTTP

/// `GET /w/<world>/__enter?to=/path`: a cookie that leads all further requests of a browser into the
/// world, and a redirect to a path of this server.
///
/// The cookie is one of the session, for the whole host: browsers do not tell ports apart.
extension Control {
    /// The answer to a browser that enters `world`; a problem document when it may not.
    ///
    /// Status 303 to the path `to`, which must be one of this server, with the cookie
    /// `mockpostly_world`.
    package func enter(_ world: String, _ request: Request) -> Response {
        do {
            try sameSite.validate(request, allowingForeignPages: true)
            let query = try ControlQuery(request, parameters: ["to"])
            var response = Response(status: 303)
            response.fields = [
                .init("Location", try Self.ownPath(query.text("to") ?? "/")),
                .init(
                    "Set-Cookie",
                    "\(Request.worldCookieName)=\(world); Path=/; HttpOnly; SameSite=Lax"
                ),
                .init("Cache-Control", "no-store"),
            ]
            return response
        } catch {
            return error.response
        }
    }

    /// `text`, if it is a path of this server and cannot lead a browser elsewhere.
    ///
    /// Browsers take `//name` and `/\name` for another host, and drop tabs and newlines.
    private static func ownPath(_ text: String) throws(Problem) -> String {
        let bytes = Array(text.utf8)
        let second = bytes.dropFirst().first
        guard bytes.first == UInt8(ascii: "/"), second != UInt8(ascii: "/"),
            second != UInt8(ascii: "\\"), bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else {
            throw Problem(
                400,
                "Bad value",
                detail: "The parameter 'to' is '\(shortened(text))'.",
                hint:
                    "It is a path of this server, such as '/' or '/app?page=2'; spaces and letters"
                    + " outside of ASCII are escaped in it.",
                member: "to"
            )
        }
        return text
    }
}
