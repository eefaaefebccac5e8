package import MockPostlyCrypto
package import MockPostlyDialect
package import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

extension API {
    static let tokenOffer = TokenOffer(
        outline: "what your API gives after a log-in, with --api-auth",
        summary: "an access token of your own API, as after a log-in",
        user: TokenUser(
            TokenOption("user", "USER", "whose token: an e-mail or an id"),
            noun: "e-mail or id"
        ),
        examples: [.init("--user ada@example.com", "for an account of users")],
        hint: "Register the account first, or put it into users of the file."
    ).with {
        $0.users = nil
        $0.source = .server
        $0.lifetime = .init(UserTokens.lifetime)
    }

    /// The id of the account; nil for a token that is wrong or has expired.
    package func account(of request: Request) throws -> String? {
        // A description knows who asks also where no token is demanded.
        guard settings.authenticates || described != nil, let field = request.authorization,
            field.hasPrefix("Bearer ")
        else { return nil }
        return try? tokens.account(of: String(field.dropFirst("Bearer ".count)), at: world.now)
    }

    /// The id first, then the e-mail address.
    package func names(ofAccount account: String) throws -> [String] {
        if described != nil { return [account] }
        let row = try store.rows(Self.accounts)?.row(IDText(account))
        return [account] + [row?.value["email"]?.string].compactMap(\.self)
    }

    /// A token for an account of the collection `users`; nil when there is none.
    package func mint(_ order: MintOrder) throws -> Deferred<IssuedToken?> {
        if let described { return .now(try described.mint(order)) }
        let rows = try store.rows(Self.accounts)
        let byEmail = rows?.rows.first { row in
            row.value["email"]?.string.map { $0.utf8.elementsEqual(order.user.utf8) } ?? false
        }
        guard settings.authenticates, let row = byEmail ?? rows?.row(IDText(order.user)) else {
            return .now(nil)
        }
        let email = row.value["email"]?.string ?? ""
        return .now(try issue(order, email: email, id: row.id.text))
    }

    /// The token of an order for the account `id`.
    func issue(_ order: MintOrder, email: String, id: String) throws -> IssuedToken {
        let times = TokenTimes(
            now: world.now.seconds,
            lifetime: order.lifetime,
            usual: UserTokens.lifetime
        )
        let usual = UserTokens.claims(email: email, id: id, times.issued, times.end)
        return try IssuedToken(of: id, email, usual, changedBy: order.claims) {
            tokens.sign($0, order.fault)
        }
    }
}
