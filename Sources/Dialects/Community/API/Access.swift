internal import CommunityContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
package import MockPostlyPhoenix

// MARK: Sockets

extension Community {
    /// The topic of the feed, the only topic that clients can join.
    package static let topic = "community:feed"

    /// The account that `token` belongs to; nil when the token is unknown or revoked.
    ///
    /// The answer to everybody without one is 403, for both transports. A token in the name of an
    /// account that is no member opens a socket too; only joining is refused.
    ///
    /// - Throws: SQLite's errors.
    package func authenticate(token: String) throws -> SocketAccount? {
        let (standing, hash) = try apiTokens.look(up: token)
        switch standing {
        case .valid(let user): return SocketAccount(user: user, tokenHash: hash)
        case .revoked: return nil
        case .unknown:
            guard APIToken.isWellFormed(token) else { return nil }
            let member = try derivedTokens.account(of: token).flatMap(members.find)
            return member.map { SocketAccount(user: $0.id, tokenHash: hash) }
        }
    }

    /// Whether the user of a socket may join `topic` now; members of the community may.
    ///
    /// Asked again for each join, so leaving the community takes effect at once.
    ///
    /// - Throws: SQLite's errors.
    package func mayJoin(_ account: SocketAccount, topic: String) throws -> JoinDecision {
        guard topic.utf8.elementsEqual(Self.topic.utf8) else { return .unmatched }
        guard try members.isMember(account.user) else {
            return .refused(reason: "unauthorized")
        }
        return .allowed
    }
}

// MARK: Requests

extension Community {
    /// The account of the token in the Authorization field of `request`; nil without a valid one.
    func holder(of request: Request) throws -> SocketAccount? {
        guard let field = request.authorization, let token = Self.bearerToken(in: field) else {
            return nil
        }
        return try authenticate(token: token)
    }

    /// The account of the token in the Authorization field of `request`; also noted as
    /// ``Findings/asker``.
    ///
    /// Throws ``Failure/unauthorized``.
    func sender(of request: Request) throws -> SocketAccount {
        guard let account = try holder(of: request) else { throw Failure.unauthorized }
        request.findings?.asker = "\(account.user)"
        return account
    }

    /// The number of the member whose token came with `request`.
    ///
    /// Throws ``Failure/unauthorized`` and ``Failure/notJoined``.
    func member(of request: Request) throws -> CommunityMember.ID {
        let user = try sender(of: request).user
        guard try members.isMember(user) else { throw Failure.notJoined }
        return user
    }

    /// The token of `Bearer <token>`; the scheme in any case (RFC 9110 section 11.1).
    private static func bearerToken(in field: String) -> String? {
        let words = field.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        return String(words[1])
    }
}
