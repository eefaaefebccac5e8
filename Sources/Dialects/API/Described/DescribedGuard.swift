internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyOpenAPI
internal import MockPostlyText
internal import MockPostlyWorld

/// Demands what the security of an operation says, where the options want it.
struct DescribedGuard {
    private let call: DescribedCall

    init(_ call: DescribedCall) { self.call = call }

    /// - Throws: 401 for a request without what the operation demands.
    func check() throws {
        let api = call.described.api
        guard api.settings.authenticates, !call.operation.security.isEmpty,
            call.operation.hasOwnSecurity || !DescribedTokens.areGiven(by: call.plan)
        else { return }
        var words = "this operation demands a token"
        for requirement in call.operation.security {
            guard let problem = try self.problem(with: requirement) else { return }
            words = problem
        }
        throw DescribedFailure(401, words)
    }

    /// The scheme that the operation demands, for a refusal (RFC 9110, section 11.6.1).
    var challenge: String {
        let names = call.operation.security.lazy.flatMap(\.schemes).map(\.name)
        let kinds = call.described.source.description.securitySchemes
        let kind = names.compactMap { name in kinds.first { $0.name == name }?.kind }.first
        if case .basic? = kind { return "Basic realm=\"mockpostly\"" }
        return "Bearer"
    }

    /// Why a requirement is not met; nil when it is.
    private func problem(with requirement: SecurityRequirement) throws -> String? {
        let schemes = call.described.source.description.securitySchemes
        for (name, _) in requirement.schemes {
            guard let scheme = schemes.first(where: { $0.name == name }) else { continue }
            if let problem = try self.problem(with: scheme.kind) { return problem }
        }
        return nil
    }

    private func problem(with kind: SecurityScheme.Kind) throws -> String? {
        switch kind {
        case .bearer, .oauth2, .openIDConnect, .other:
            guard let field = call.request.authorization else { return "there is no Authorization" }
            guard let space = field.firstIndex(of: " ") else {
                return "the Authorization has no token"
            }
            return problem(withToken: String(field[field.index(after: space)...]))
        case .basic: return problem(withBasic: call.request.authorization)
        case .apiKey(let name, let place):
            let value: String? =
                switch place {
                case .query: call.query[name]
                case .cookie: cookie(name)
                case .header, .path: header(name)
                }
            guard let value, !value.isEmpty else { return "there is no \(name)" }
            let bare = value.hasPrefix("Bearer ") ? String(value.dropFirst(7)) : value
            return problem(withToken: bare)
        }
    }

    private func problem(withToken token: String) -> String? {
        do throws(Failure) {
            let api = call.described.api
            let account = try api.tokens.account(of: token, at: api.world.now)
            call.request.findings?.asker = account
            return nil
        } catch {
            return error.message ?? "the token is wrong"
        }
    }

    /// The name of a person of the world with any password that is not empty, or a token as password.
    private func problem(withBasic field: String?) -> String? {
        guard let field, field.lowercased().hasPrefix("basic "),
            let bytes = Base64.decode(String(field.dropFirst(6)))
        else { return "there is no Authorization with a name and a password" }
        let parts = bytes.split(
            separator: UInt8(ascii: ":"),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, !parts[1].isEmpty else { return "the password is missing" }
        let name = String(decoding: parts[0], as: UTF8.self)
        if call.described.api.knows(name) {
            call.request.findings?.asker = name
            return nil
        }
        // Some clients send a token as the password.
        let password = String(decoding: parts[1], as: UTF8.self)
        return problem(withToken: password) == nil ? nil : "nobody is called \(name)"
    }

    private func header(_ name: String) -> String? {
        call.request.fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    private func cookie(_ name: String) -> String? {
        for part in (call.request.cookie ?? "").split(separator: ";") {
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
            if pair.count == 2, String(pair[0]) == name { return String(pair[1]) }
        }
        return nil
    }
}
