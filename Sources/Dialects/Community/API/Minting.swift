internal import CommunityContent
package import MockPostlyCrypto
internal import MockPostlyDialect
package import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

extension Community {
    static let tokenOffer = TokenOffer(
        outline: "an API token for the feed",
        summary: "an API token for the community's feed and its sockets",
        description: """
            Makes the API token of somebody who is in the seed, in the data file of --data, which \
            may belong to a running server, or in the world of a server. One that is made here is \
            the same each time, and holds for servers with the same secret until it is revoked \
            there; one that a server makes is a new one.
            """,
        user: .email,
        examples: [
            .init(
                "--email mira.sol@example.com",
                "a token for somebody of the standard seed"
            )
        ],
        hint: "Name a person by e-mail or id, such as 'mira.sol@example.com'."
    ).with {
        $0.hasClaims = false
        $0.isKept = true
        $0.faults = [.signature, .format]
    }

    /// Makes an API token for the user whose e-mail address, account id or number is `name`.
    ///
    /// Nil when there is no such user. Earlier tokens stay valid. A faulty token is not stored, so
    /// every request with it is refused. Without `mayStore` it is the token that is derived from the
    /// secret, the same each time. Throws ``TokenMismatch`` for a lifetime, claims or an
    /// algorithm, which API tokens do not have.
    ///
    /// - Parameters:
    ///   - name: an e-mail address is looked up first.
    ///   - lifetime: must be nil.
    ///   - claims: must be nil.
    ///   - fault: what is wrong with the token on purpose; not an algorithm.
    ///   - mayStore: whether a new token may be issued.
    /// - Returns: 43 characters, and the number of the account.
    /// - Throws: ``TokenMismatch``, and SQLite's errors.
    package func mint(
        for name: String,
        lifetime: Duration? = nil,
        claims: JSONValue? = nil,
        fault: TokenFault? = nil,
        mayStore: Bool = true
    ) throws -> IssuedToken? {
        guard lifetime == nil else { throw Self.mismatch(.lifetime, "do not end") }
        guard claims == nil else { throw Self.mismatch(.claims, "have no claims") }
        guard fault != .algorithm else { throw Self.mismatch(.fault, "have no algorithm") }
        guard let member = try person(name) else { return nil }
        return IssuedToken(
            token: try token(of: member.id, fault, mayStore: mayStore),
            userID: "\(member.id)",
            email: member.email,
            expiresAt: nil
        )
    }

    private static func mismatch(_ part: TokenMismatch.Part, _ words: String) -> TokenMismatch {
        TokenMismatch(
            part,
            "tokens of the community \(words)",
            hint: "Leave it out; 'break' can be 'signature' or 'format' there."
        )
    }

    private func token(
        of member: CommunityMember.ID,
        _ fault: TokenFault?,
        mayStore: Bool
    ) throws -> String {
        if fault == nil {
            if !mayStore, let account = try domain.users.account(of: member) {
                return derivedTokens.token(of: account)
            }
            return try apiTokens.issue(for: member)
        }
        let unknown = APIToken.make(in: domain.world)
        // A tilde is no base64 digit, and needs no escape in a query.
        return fault == .format ? "~" + unknown.dropFirst() : unknown
    }

    private func person(_ name: String) throws -> CommunityMember? {
        if let user = try domain.users.credentials(email: name)?.user {
            return try members.find(user.id)
        }
        if let member = try members.find(User.ID(name)) { return member }
        return try CommunityMember.ID(name).flatMap { try members.find($0) }
    }
}
