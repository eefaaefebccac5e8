internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyNouns
internal import MockPostlyText
internal import WreelyContent

/// The access tokens of the members of one world: 32 hexadecimal digits, one for each member.
///
/// The token of a seed, or else a keyed hash of the account's id. So it is the same at every login,
/// and a copy of the world, which has another key, has other tokens.
struct Tokens {
    private let members: WreelyMemberStore
    private let derived: DerivedTokens

    init(_ context: DialectContext, _ members: WreelyMemberStore) {
        self.members = members
        derived = DerivedTokens(context.domain, secret: context.secret) { account, key in
            hexadecimal(key.authenticate(Array("wreely:\(account.text)".utf8)).prefix(16))
        }
    }

    func token(of member: WreelyMember) throws -> String {
        try members.storedToken(of: member.id) ?? derived.token(of: member.user)
    }

    /// The member with this token; nil when nobody has it.
    func member(of token: String) throws -> WreelyMember? {
        guard token.isWreelyToken else { return nil }
        if let member = try members.find(token: token) { return member }
        guard let account = try derived.account(of: token),
            let member = try members.find(account), try members.storedToken(of: member.id) == nil
        else { return nil }
        return member
    }
}
