/// What a request to open a socket says, as far as it decides whether the socket opens.
package struct UpgradeRequest: Sendable {
    package var method: String
    package var origin: String?
    /// The last parameter `vsn` of the query.
    package var vsn: String?
    /// The last parameter `token` of the query.
    package var token: String?
    /// The field `Sec-WebSocket-Protocol`, several of them joined with commas.
    package var protocols: String?
    /// Why this is no WebSocket handshake, in words for the client; nil when it is one.
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

/// What becomes of a request to open a socket.
package enum UpgradeOutcome<Account> {
    /// The handshake goes on.
    ///
    /// The subprotocol is the value of `Sec-WebSocket-Protocol` in the answer, if it has that field.
    case accepted(Account, Serializer, subprotocol: String?)
    /// Answered with this status; the body is plain text, most often empty.
    case refused(status: Int, body: String)
}

extension UpgradeOutcome: Sendable where Account: Sendable {}
extension UpgradeOutcome: Equatable where Account: Equatable {}

/// The checks before a socket opens, in the order of `Phoenix.Transports.WebSocket`.
package struct UpgradeCheck: Sendable {
    /// The origins whose pages may connect; nil lets all.
    package var allowedOrigins: [String]?

    package init(allowedOrigins: [String]? = nil) {
        self.allowedOrigins = allowedOrigins
    }

    /// What becomes of a request: method, origin, version, token, then the handshake itself.
    ///
    /// `lookup` gives the account that a token belongs to. The query's token is asked first, then
    /// the one among the subprotocols.
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

    /// Whether a page of `origin` may connect; a client without an origin is no page.
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
    /// What the answer selects.
    private(set) var subprotocol: String?

    init(_ field: String) {
        let words = field.split(separator: ",").map { word in
            word.utf8.drop { $0 == 0x20 || $0 == 0x09 }
                .prefix { $0 != 0x20 && $0 != 0x09 }
        }
        let bearer = words.first { $0.starts(with: Self.prefix) }
        guard let bearer, let bytes = decodeBase64(bearer.dropFirst(Self.prefix.count)) else {
            return
        }
        token = String(validating: bytes, as: UTF8.self)
        if token != nil, words.contains(where: { $0.elementsEqual("phoenix".utf8) }) {
            subprotocol = "phoenix"
        }
    }

    private static let prefix = Array("base64url.bearer.phx.".utf8)
}
