internal import MockPostlyText

/// The parts of a request that decide whether a socket opens.
package struct UpgradeRequest: Sendable {
    /// As in the request line; only `GET` opens a socket.
    package var method: String
    /// The field `Origin`; nil when the request has none.
    package var origin: String?
    /// The last query parameter `vsn`; nil when there is none.
    package var vsn: String?
    /// The last query parameter `token`; nil when there is none.
    ///
    /// As sent; an empty token counts as none.
    package var token: String?
    /// The field `Sec-WebSocket-Protocol`, several fields joined with commas.
    package var protocols: String?
    /// The reason why this is not a WebSocket handshake, as sent to the client; nil for a valid
    /// one.
    package var handshakeFault: String?

    package init(
        method: String,
        origin: String? = nil,
        vsn: String? = nil,
        token: String? = nil,
        protocols: String? = nil,
        handshakeFault: String? = nil
    ) {
        self.method = method
        self.origin = origin
        self.vsn = vsn
        self.token = token
        self.protocols = protocols
        self.handshakeFault = handshakeFault
    }
}

/// The result of a request to open a socket.
package enum UpgradeOutcome<Account> {
    /// The handshake continues, for this account.
    ///
    /// The subprotocol is the value of `Sec-WebSocket-Protocol` in the answer; nil when the answer
    /// has no such field.
    case accepted(Account, Serializer, subprotocol: String?)
    /// Refused with this HTTP status; the body is plain text, mostly empty.
    case refused(status: Int, body: String)
}

extension UpgradeOutcome: Sendable where Account: Sendable {}
extension UpgradeOutcome: Equatable where Account: Equatable {}

/// The checks before a socket opens, in the order of `Phoenix.Transports.WebSocket`.
///
/// ```swift
/// let check = UpgradeCheck(allowedOrigins: ["https://app.example"])
/// switch check.outcome(of: request, lookup: accounts.find) {
/// case .accepted(let account, let serializer, let subprotocol): open(...)
/// case .refused(let status, let body): answer(status, body)
/// }
/// ```
package struct UpgradeCheck: Sendable {
    /// The origins whose pages may connect, in any letter case; nil allows all.
    ///
    /// Such as `https://app.example` or `http://localhost:3000`: scheme, host and port in full,
    /// with no wildcards.
    package var allowedOrigins: [String]?

    /// A check that allows `allowedOrigins`, or every origin.
    package init(allowedOrigins: [String]? = nil) {
        self.allowedOrigins = allowedOrigins
    }

    /// Checks a request: method, origin, version, token, then the handshake itself.
    ///
    /// `lookup` returns the account of a token, or nil. The query's token is tried first, then the
    /// token among the subprotocols. What `lookup` throws is passed on.
    ///
    /// The statuses: 400 for another method or a bad handshake, 403 for an origin, version or token
    /// that is not accepted.
    package func outcome<Account>(
        of request: UpgradeRequest,
        lookup: (_ token: String) throws -> Account?
    ) rethrows -> UpgradeOutcome<Account> {
        guard request.method == "GET" else { return .refused(status: 400, body: "") }
        guard allows(origin: request.origin), let serializer = Serializer(vsn: request.vsn) else {
            return .refused(status: 403, body: "")
        }
        let offer = ProtocolOffer(request.protocols ?? "")
        guard let account = try account([request.token, offer.token], lookup) else {
            return .refused(status: 403, body: "")
        }
        if let fault = request.handshakeFault { return .refused(status: 400, body: fault) }
        return .accepted(account, serializer, subprotocol: offer.subprotocol)
    }

    /// Whether a page of `origin` may connect; a client without an origin is not a browser and may.
    package func allows(origin: String?) -> Bool {
        guard let origin, let allowedOrigins else { return true }
        let name = origin.lowercased()
        return allowedOrigins.contains { $0.lowercased().utf8.elementsEqual(name.utf8) }
    }

    private func account<Account>(
        _ tokens: [String?],
        _ lookup: (String) throws -> Account?
    ) rethrows -> Account? {
        for case let token? in tokens where !token.isEmpty {
            if let account = try lookup(token) { return account }
        }
        return nil
    }
}

/// What a client offers in `Sec-WebSocket-Protocol`.
struct ProtocolOffer {
    /// The API token that phoenix.js sends there as its `authToken`.
    private(set) var token: String?
    /// The subprotocol that the answer selects; nil when it selects none.
    private(set) var subprotocol: String?

    init(_ field: String) {
        let words = field.split(separator: ",").map { word in
            word.utf8.drop { $0 == 0x20 || $0 == 0x09 }
                .prefix { $0 != 0x20 && $0 != 0x09 }
        }
        let bearer = words.first { $0.starts(with: Self.prefix) }
        guard let bearer, let bytes = Base64.decodeEither(bearer.dropFirst(Self.prefix.count))
        else {
            return
        }
        token = String(validating: bytes, as: UTF8.self)
        if token != nil, words.contains(where: { $0.elementsEqual("phoenix".utf8) }) {
            subprotocol = "phoenix"
        }
    }

    private static let prefix = Array("base64url.bearer.phx.".utf8)
}
