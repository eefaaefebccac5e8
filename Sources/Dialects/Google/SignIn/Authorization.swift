internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The authorization endpoint: it asks a person who they are, and sends the answer to the app.
enum Authorization {
    static let path = "/oauth2/v2/auth"
    static let choicePath = "/oauth2/v2/auth/choice"

    /// Shows the account chooser, or answers at once when the app wants no page.
    static func begin(_ request: Request, _ accounts: GoogleAccounts) throws -> Reply {
        try answering(Parameters(asking: request), request, accounts) { order in
            guard order.prompts.contains("none") else {
                return .now(try Chooser(order, accounts).page(request))
            }
            guard let hint = order.hint else {
                throw OAuthFailure("interaction_required", "The person must choose an account.")
            }
            guard let account = try accounts.account(named: hint) else {
                throw OAuthFailure("login_required", "Nobody is signed in as \(hint).")
            }
            return try grant(order, to: account, request, accounts)
        }
    }

    /// Does what a person has chosen on the page.
    static func choose(_ request: Request, _ accounts: GoogleAccounts) throws -> Reply {
        try answering(Parameters(request.rawQuery), request, accounts) { order in
            let form = Parameters(request.body)
            switch form["outcome"] {
            case "denied":
                throw OAuthFailure("access_denied", "The person has denied access.")
            case "closed": return .now(ClosedPage.show(request))
            default: break
            }
            let chooser = Chooser(order, accounts)
            let account: SignIn.Account
            if let id = form["account"] {
                guard let known = try accounts.account(id: id) else {
                    chooser.notice = "This person is no longer there. Choose again."
                    return .now(try chooser.page(request, status: 400))
                }
                account = known
            } else {
                chooser.newcomer = Newcomer(form, domain: order.domain)
                guard let new = chooser.newcomer?.account else {
                    return .now(try chooser.page(request, status: 400))
                }
                account = try accounts.account(named: new.email, or: new)
            }
            return try grant(order, to: account, request, accounts)
        }
    }

    /// The reply of `body`, whose refusals the app is told; a page for an app that must get no
    /// answer.
    @inline(never)
    private static func answering(
        _ parameters: Parameters,
        _ request: Request,
        _ accounts: GoogleAccounts,
        _ body: (AuthorizationOrder) throws -> Reply
    ) throws -> Reply {
        let recipient: Recipient
        do {
            recipient = try Recipient(parameters, accounts.settings)
        } catch {
            return .now(BlockedPage.show(error, request))
        }
        do {
            return try body(try AuthorizationOrder(parameters, recipient))
        } catch let failure as OAuthFailure {
            return .now(recipient.answer(failure.pairs, to: request))
        }
    }

    /// Sends the app what it has asked for.
    @inline(never)
    private static func grant(
        _ order: AuthorizationOrder,
        to account: SignIn.Account,
        _ request: Request,
        _ accounts: GoogleAccounts
    ) throws -> Reply {
        guard order.allows(account.email) else {
            let words = "The app asks for an address at \(order.domain ?? "")."
            throw OAuthFailure("access_denied", words)
        }
        guard order.wantsCode || order.wantsToken || order.wantsID else {
            return .now(order.recipient.answer([], to: request))
        }
        let response = try accounts.keys.key().map { key in
            let (id, signIn) = try accounts.begin(order, account)
            var pairs: [(name: String, value: String)] = []
            var claims = SignInClaims(signIn)
            if order.wantsToken {
                let token = accounts.seal(.access, of: id, signIn)
                claims.accessHash = halfHash(token)
                pairs += [
                    ("access_token", token), ("token_type", "Bearer"),
                    ("expires_in", GoogleAccounts.expiresIn),
                ]
            }
            if order.wantsCode {
                let code = accounts.seal(.code, of: id, signIn)
                claims.codeHash = halfHash(code)
                pairs.append(("code", code))
            }
            pairs.append(("scope", Scopes(signIn.scope).granted))
            if order.wantsID {
                let token = try key.issue(for: signIn, claims, at: accounts.world.now)
                pairs.append(("id_token", token))
            }
            pairs.append(("authuser", "0"))
            if let domain = signIn.domain { pairs.append(("hd", domain)) }
            let isSilent = order.prompts.contains("none")
            pairs.append(("prompt", isSilent ? "none" : "consent"))
            return order.recipient.answer(pairs, to: request)
        }
        return response
    }
}
