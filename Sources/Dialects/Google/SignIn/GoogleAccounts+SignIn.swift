internal import MockPostlyCrypto
internal import MockPostlyNouns
internal import MockPostlyText
internal import MockPostlyWorld

/// The people of the world, and the codes and tokens of their sign-ins.
extension GoogleAccounts {
    /// What apps are told of the lifetime of an access token: Google's word for an hour.
    static let expiresIn = "3599"

    /// The Google account of the person with this id; nil when there is none.
    func account(id: String) throws -> SignIn.Account? {
        do {
            return SignIn.Account(try users.find(User.ID(id)))
        } catch UserError.noSuchUser {
            return nil
        }
    }

    /// The Google account with this number or e-mail address; nil when it is nobody's.
    func account(named name: String) throws -> SignIn.Account? {
        if let user = try user(named: name) { return SignIn.Account(user) }
        return try signIns.account(email: name)
    }

    /// The person with this e-mail address or number of a Google account; nil for nobody.
    func user(named name: String) throws -> User? {
        if let user = try users.person(email: name) { return user }
        let user = try? users.find(User.ID(name))
        return user?.googleSubject == nil ? nil : user
    }

    /// The account of somebody new; when the address is known, it keeps its number.
    func account(named email: String, or new: SignIn.Account) throws -> SignIn.Account {
        guard let known = try account(named: email) else { return new }
        var account = new
        account.subject = known.subject
        account.picture = known.picture
        return account
    }

    /// Keeps a sign-in.
    func begin(
        _ order: AuthorizationOrder,
        _ account: SignIn.Account
    ) throws -> (SignIn.ID, SignIn) {
        let secret = hexadecimal(world.random.bytes(16))
        let signIn = order.signIn(of: account, secret: secret)
        return (try signIns.add(signIn), signIn)
    }

    /// Makes a code or token of a sign-in.
    func seal(_ kind: SealedToken.Kind, of id: SignIn.ID, _ signIn: SignIn) -> String {
        let end: Int64 =
            switch kind {
            case .code: world.now.seconds + 600
            case .access: world.now.seconds + 3600
            case .refresh: .max
            }
        let salt = world.random.bytes(8)
        return SealedToken(kind, of: id, secret: signIn.secret, end: end, salt: salt).text
    }

    /// The sign-in of a code or token of this kind; nil when it has expired or was ended.
    func signIn(of token: String, _ kind: SealedToken.Kind) throws -> (SealedToken, SignIn)? {
        guard let token = SealedToken(token, kind), token.end > world.now.seconds,
            let signIn = try signIns.find(token.signIn), token.isSigned(with: signIn.secret)
        else { return nil }
        return (token, signIn)
    }
}

extension SignIn.Account {
    init(_ user: User) {
        self.init(
            subject: user.googleSubject ?? GoogleAccount.subject(of: user.email),
            email: user.email,
            name: user.name,
            picture: user.picture ?? ""
        )
    }
}
