internal import MockPostlyCrypto
internal import MockPostlyNouns
internal import MockPostlyText

/// What an app asks for with an authorization request.
final class AuthorizationOrder {
    let recipient: Recipient
    let parameters: Parameters
    let wantsCode: Bool
    let wantsToken: Bool
    let wantsID: Bool
    let scope: String
    let prompts: [String]
    /// The SHA-256 that the app's verifier must have, in base64url; nil without PKCE.
    let challenge: String?

    /// Throws what the app is told of a request that is not valid.
    init(_ parameters: Parameters, _ recipient: Recipient) throws(OAuthFailure) {
        (self.parameters, self.recipient) = (parameters, recipient)
        try parameters.requireSingle([
            "scope", "nonce", "prompt", "code_challenge", "code_challenge_method", "login_hint",
            "hd", "access_type",
        ])
        if parameters["request"] != nil { throw OAuthFailure("request_not_supported", "request") }
        if parameters["request_uri"] != nil {
            throw OAuthFailure("request_uri_not_supported", "request_uri")
        }
        let type = try parameters.required("response_type")
        let types = parameters.words("response_type")
        wantsCode = types.contains("code")
        wantsToken = types.contains("token")
        wantsID = types.contains("id_token")
        let known = [wantsCode, wantsToken, wantsID].count { $0 }
        guard !types.isEmpty, types.count == known || types == ["none"] else {
            throw OAuthFailure("unsupported_response_type", "Invalid response_type: \(type)")
        }
        try Self.checkMode(parameters, isInFragment: wantsToken || wantsID)
        scope = try parameters.required("scope")
        if wantsID {
            guard Scopes(scope).asksForID else {
                throw OAuthFailure("invalid_scope", "An ID token needs the scope openid")
            }
            _ = try parameters.required("nonce")
        }
        prompts = parameters.words("prompt")
        let all = ["none", "consent", "select_account", "login"]
        guard prompts.allSatisfy(all.contains), !prompts.contains("none") || prompts.count == 1
        else {
            throw OAuthFailure("Invalid parameter value for prompt: \(parameters["prompt"] ?? "")")
        }
        challenge = try Self.challenge(parameters)
    }

    private static func checkMode(
        _ parameters: Parameters,
        isInFragment: Bool
    ) throws(OAuthFailure) {
        guard let name = parameters["response_mode"] else { return }
        guard let mode = Recipient.Mode(rawValue: name), mode != .query || !isInFragment else {
            throw OAuthFailure("Invalid parameter value for response_mode: \(name)")
        }
    }

    private static func challenge(_ parameters: Parameters) throws(OAuthFailure) -> String? {
        let method = parameters["code_challenge_method"]
        guard let challenge = parameters["code_challenge"] else {
            guard method == nil else {
                throw OAuthFailure("Missing required parameter: code_challenge")
            }
            return nil
        }
        guard 43...128 ~= challenge.utf8.count, challenge.utf8.allSatisfy(isOfVerifier) else {
            throw OAuthFailure("Invalid parameter value for code_challenge: \(challenge)")
        }
        switch method ?? "plain" {
        case "S256": return challenge
        case "plain": return verifierHash(challenge)
        case let other:
            throw OAuthFailure("Invalid parameter value for code_challenge_method: \(other)")
        }
    }

    /// Unreserved characters (RFC 7636, 4.1).
    private static func isOfVerifier(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// The domain whose people are meant, or `*` for any; nil when the app names none.
    var domain: String? { parameters["hd"] }
    /// Whether the person with this address is meant.
    func allows(_ email: String) -> Bool {
        guard let domain, domain != "*" else { return true }
        return domainName(of: email) == domain.lowercased()
    }

    var hint: String? { parameters["login_hint"] }
    /// Whether the app gets a refresh token: when it asks for one, and always when it is installed
    /// on a device.
    var isOffline: Bool { parameters["access_type"] == "offline" || !recipient.redirect.isWeb }

    /// The sign-in of a person who allows what the app asks for.
    func signIn(of account: SignIn.Account, secret: String) -> SignIn {
        SignIn(
            account,
            client: recipient.client,
            redirect: recipient.redirect.text,
            scope: scope,
            secret: secret,
            domain: domain == nil ? nil : domainName(of: account.email),
            nonce: parameters["nonce"],
            challenge: challenge,
            isOffline: wantsCode && isOffline
        )
    }
}

/// The SHA-256 of a verifier in base64url (RFC 7636, 4.2).
func verifierHash(_ verifier: String) -> String {
    Base64URL.encode(sha256(Array(verifier.utf8)))
}

/// What stands after the last `@` of an e-mail address, in lower case.
func domainName(of email: String) -> String {
    email.split(separator: "@").last.map { $0.lowercased() } ?? ""
}
