internal import MockPostlyCrypto
internal import MockPostlyHTTP

/// The bearer token that requests to the control plane must carry.
///
/// RFC 6750, section 2.1; compared in constant time.
package struct AdminToken: Sendable {
    private let bytes: [UInt8]

    /// An empty `token` matches no request.
    package init(_ token: String) {
        bytes = Array(token.utf8)
    }

    /// The 401 response when `request` lacks `Authorization: Bearer <token>`; nil when it has it.
    func refusal(of request: Request) -> Response? {
        guard let given = Self.bearer(of: request) else {
            return Self.response(
                "Admin token needed",
                detail: "The control plane of this server is for those who know its token.",
                hint: "Send it as 'Authorization: Bearer <token>'."
            )
        }
        guard !matches(given) else { return nil }
        return Self.response(
            "Wrong admin token",
            detail: "The token in the Authorization header is not that of this server.",
            hint: "Send the one that the server got by --admin-token or --admin-token-file."
        )
    }

    /// The token of `request` that is not this one; nil when it has none, or this one.
    func guess(in request: Request) -> ArraySlice<UInt8>? {
        Self.bearer(of: request).flatMap { matches($0) ? nil : $0 }
    }

    /// Whether `given` is the token, compared in constant time; only the length can leak.
    func matches(_ given: ArraySlice<UInt8>) -> Bool {
        !bytes.isEmpty && equalInConstantTime(Array(given), bytes)
    }

    private static func bearer(of request: Request) -> ArraySlice<UInt8>? {
        guard let value = request.headerBytes("authorization") else { return nil }
        let scheme = "bearer ".utf8
        guard value.count > scheme.count,
            // `| 0x20` makes ASCII letters lower case and leaves a space unchanged.
            value.prefix(scheme.count).map({ $0 | 0x20 }).elementsEqual(scheme)
        else { return nil }
        return value.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") }
    }

    private static func response(_ title: String, detail: String, hint: String) -> Response {
        var response = Problem(401, title, detail: detail, hint: hint).response
        response.fields.append(.init("WWW-Authenticate", "Bearer realm=\"mockpostly\""))
        return response
    }
}
