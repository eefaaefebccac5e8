package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyText
internal import MockPostlyWorld
internal import WreelyContent

extension Wreely {
    static let tokenOffer = TokenOffer(
        outline: "the access token of a member",
        summary: "the access token of a member of Wreely, as after a login",
        description: """
            Makes the access token of a member of the co-working app. It is the same each time: \
            the token of the seed, or one that follows from the secret and the account.
            """,
        user: TokenUser(
            TokenOption("user", "USER", "whose token: an e-mail, a mobile number or an id"),
            noun: "e-mail, mobile number or id"
        ),
        examples: [
            .init("--user mira.sol@example.com", "the token of a member of the standard seed"),
            .init("--user 9876543210 --break signature", "a token that nobody has"),
        ],
        hint: "Name a member by e-mail, mobile number or id, such as 'mira.sol@example.com'."
    ).with {
        $0.users = ("wreely-members", "id")
        $0.hasClaims = false
        $0.faults = [.signature, .format]
        $0.carrier = .query("access_token")
    }

    /// Gives the access token of the member whose e-mail address, mobile number or id is
    /// `order.user`; nil when there is no such member.
    ///
    /// It is the one that a login gives. A faulty token belongs to nobody. Throws
    /// ``TokenMismatch`` for a lifetime, claims or an algorithm, which these tokens do not have.
    ///
    /// Nothing is stored: a member has one token, which does not end.
    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        guard order.lifetime == nil else { throw Self.mismatch(.lifetime, "do not end") }
        guard order.claims == nil else { throw Self.mismatch(.claims, "have no claims") }
        guard order.fault != .algorithm else {
            throw Self.mismatch(.fault, "have no algorithm")
        }
        guard let member = try member(named: order.user) else { return .now(nil) }
        return .now(
            IssuedToken(
                token: try token(of: member, order.fault),
                userID: "\(member.id)",
                email: member.email,
                expiresAt: nil
            )
        )
    }

    private static func mismatch(_ part: TokenMismatch.Part, _ words: String) -> TokenMismatch {
        TokenMismatch(
            part,
            "tokens of Wreely \(words)",
            hint: "Leave it out; 'break' can be 'signature' or 'format' there."
        )
    }

    private func token(of member: WreelyMember, _ fault: TokenFault?) throws -> String {
        guard fault != nil else { return try tokens.token(of: member) }
        let unknown = hexadecimal(context.world.random.bytes(16))
        return fault == .format ? "~" + unknown.dropFirst() : unknown
    }

    /// The member with this e-mail address, mobile number, id, or id of the account.
    private func member(named name: String) throws -> WreelyMember? {
        if let member = try members.find(email: name) { return member }
        if let member = try members.find(mobile: name) { return member }
        if let member = try Int64(name).flatMap(members.find) { return member }
        return try members.find(User.ID(name))
    }
}
