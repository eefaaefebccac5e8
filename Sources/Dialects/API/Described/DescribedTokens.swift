internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyOpenAPI
internal import MockPostlySchemas
internal import MockPostlyText
internal import MockPostlyWorld

/// Answers requests for tokens: those to the endpoints of security schemes (RFC 6749), and log-ins
/// that the description has among its operations.
struct DescribedTokens {
    private let described: Described
    private let request: Request

    init(_ described: Described, _ request: Request) {
        (self.described, self.request) = (described, request)
    }

    /// The members of an answer that are an access token.
    private static let names: Set<String> = [
        "accesstoken", "token", "authtoken", "jwt", "idtoken", "refreshtoken",
    ]
    /// Last words of paths at which one gets a token.
    private static let words: Set<String> = [
        "token", "tokens", "login", "signin", "auth", "authenticate", "session", "sessions",
    ]

    /// Whether an operation without state gives tokens.
    static func areGiven(by plan: Plan) -> Bool {
        guard plan.method == .post, !plan.role.hasState, let word = plan.path.finalWord,
            words.contains(Words.plain(word)), let answer = plan.answer
        else { return false }
        return answer.fields.contains { name, field in
            names.contains(Words.plain(name))
                || field.fields.contains { names.contains(Words.plain($0.name)) }
        }
    }

    // MARK: Endpoints

    /// The grants of people, whose tokens can be refreshed (RFC 6749, section 4.4.3).
    private static let ofPeople: Set<String> = ["password", "authorization_code", "refresh_token"]

    /// A refusal of RFC 6749, section 5.2.
    private struct Refusal: Error {
        var code: String
        var words: String
    }

    /// The answer of an endpoint that is not among the operations.
    func response() -> Response {
        do throws(Refusal) {
            let account = try account(form)
            var answer = JSObject()
            let token = token(account)
            answer["access_token"] = .string(token)
            answer["token_type"] = .string("Bearer")
            answer["expires_in"] = .number(lifetime)
            if Self.ofPeople.contains(form["grant_type"].text) {
                answer["refresh_token"] = .string(self.token(account, for: .refresh))
            }
            if let scope = form["scope"].string { answer["scope"] = .string(scope) }
            return finished(.object(answer), 200)
        } catch {
            var answer = JSObject()
            answer["error"] = .string(error.code)
            answer["error_description"] = .string(error.words)
            return finished(.object(answer), 400)
        }
    }

    private func finished(_ value: JSValue, _ status: Int) -> Response {
        var response = DescribedErrors.json(value, status, type: "application/json")
        response.fields.append(.init("Cache-Control", "no-store"))
        return response
    }

    /// A drawn answer with a token that works in place of the one that was drawn.
    ///
    /// - Throws: 400 for a grant that is refused, and 401 for a name that nobody has.
    func filled(_ value: JSValue, _ schema: Schema, _ body: JSValue) throws -> JSValue {
        let name: String
        if body["grant_type"] != .undefined {
            do throws(Refusal) {
                name = try account(body)
            } catch {
                throw DescribedFailure(400, error.words)
            }
        } else {
            let known = Self.person(in: body)
            guard let found = person(known) else {
                throw DescribedFailure(401, "nobody is called \(known ?? "")")
            }
            name = found
        }
        return replaced(value, schema, name)
    }

    /// A drawn value with a token of an account in each member that is one, be it drawn or not.
    private func replaced(
        _ value: JSValue,
        _ schema: Schema,
        _ account: String,
        _ level: Int = 0
    ) -> JSValue {
        guard case .object(var object) = value, level < 2 else { return value }
        for (name, field) in schema.fields {
            let plain = Words.plain(name)
            let token =
                Self.names.contains(plain)
                ? JSValue.string(token(account, for: plain == "refreshtoken" ? .refresh : .access))
                : nil
            if let token, field.accepts(token) {
                object[name] = token
            } else if plain == "expiresin", field.isNumber {
                object[name] = .number(lifetime)
            } else if field.fields.contains(where: { Self.names.contains(Words.plain($0.name)) }) {
                let known = object.has(name) ? object[name] : .object(JSObject())
                object[name] = replaced(known, field, account, level + 1)
            }
        }
        return .object(object)
    }

    // MARK: Who asks

    private var lifetime: Double { Double(UserTokens.lifetime.components.seconds) }

    private func token(_ account: String, for use: UserTokens.Use = .access) -> String {
        let api = described.api
        let person = try? described.person(account)
        return api.tokens.token(
            email: person?.email ?? account,
            id: person?.id ?? account,
            at: api.world.now,
            for: use
        )
    }

    /// The account of a valid refresh token; nil where its person was deleted, too.
    private func account(refreshedBy token: String) -> String? {
        let api = described.api
        let account = try? api.tokens.account(of: token, at: api.world.now, for: .refresh)
        return account.flatMap { person($0) }
    }

    /// The fields of the body, be it a form or JSON.
    private var form: JSValue {
        if let json = try? JSON(parsing: request.body).root, json.kind == .object {
            return JSValue(json)
        }
        return (try? parseForm(request.body)).map { .object($0) } ?? .undefined
    }

    /// The name of the client: in `Authorization: Basic`, or in the form.
    private func client(_ form: JSValue) -> String? {
        if let field = request.authorization, field.lowercased().hasPrefix("basic "),
            let bytes = Base64.decode(String(field.dropFirst(6)))
        {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            if !name.isEmpty { return String(decoding: name, as: UTF8.self) }
        }
        return form["client_id"].string.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func account(_ form: JSValue) throws(Refusal) -> String {
        guard let grant = form["grant_type"].string, !grant.isEmpty else {
            throw Refusal(code: "invalid_request", words: "grant_type is required")
        }
        switch grant {
        case "password":
            guard let name = form["username"].string, form["password"].string?.isEmpty == false
            else {
                throw Refusal(
                    code: "invalid_request",
                    words: "username and password are required"
                )
            }
            guard let found = person(name) else {
                throw Refusal(code: "invalid_grant", words: "nobody is called \(name)")
            }
            return found
        case "refresh_token":
            if let account = form["refresh_token"].string.flatMap(account(refreshedBy:)) {
                return account
            }
            // Where no token is demanded, any one is let in.
            guard !described.api.settings.authenticates else {
                throw Refusal(code: "invalid_grant", words: "the refresh token is not valid")
            }
            return person(nil) ?? client(form) ?? "client"
        case "authorization_code":
            guard form["code"].string?.isEmpty == false else {
                throw Refusal(code: "invalid_request", words: "code is required")
            }
            return person(nil) ?? client(form) ?? "client"
        case "client_credentials",
            "urn:ietf:params:oauth:grant-type:jwt-bearer",
            "urn:ietf:params:oauth:grant-type:token-exchange":
            return form["box_subject_id"].string ?? client(form) ?? "client"
        default:
            throw Refusal(code: "unsupported_grant_type", words: "there is no grant \(grant)")
        }
    }

    /// The name that a body says: an e-mail address, a username or a login.
    private static func person(in body: JSValue, _ level: Int = 0) -> String? {
        guard case .object(let object) = body, level < 2 else { return nil }
        let words = ["email", "username", "login", "user", "name", "identifier"]
        for word in words {
            for (name, value) in object.members where Words.plain(name) == word {
                if let text = value.string, !text.isEmpty { return text }
            }
        }
        return object.members.lazy.compactMap { person(in: $0.value, level + 1) }.first
    }

    /// The person of this name, the first one for none; whoever one says where the description has
    /// no collection of people, or nothing is demanded.
    private func person(_ name: String?) -> String? {
        guard let name else { return (try? described.firstPerson()) ?? "client" }
        if let person = try? described.person(name) { return person.id }
        let isFree = !described.api.settings.authenticates || !described.hasPeople
        return isFree ? name : nil
    }
}

extension DescribedSource {
    /// The path of the address of a token endpoint: `/oauth2/token`.
    static func tokenPath(_ address: String, base: String) -> String? {
        var path = Substring(address)
        let scheme = address.utf8.firstIndex(of: UInt8(ascii: ":"))
        if let scheme, address[scheme...].hasPrefix("://") {
            let host = address[scheme...].dropFirst(3)
            guard let slash = host.firstIndex(of: "/") else { return nil }
            path = host[slash...]
        } else if !path.hasPrefix("/") {
            path = "\(base)/\(path)"[...]
        }
        path = path.prefix { $0 != "?" && $0 != "#" }
        return path.utf8.count > 1 ? String(path) : nil
    }

    /// The paths of token endpoints that are none of the operations.
    static func tokenPaths(_ description: Description, _ table: OperationTable) -> Set<String> {
        var paths: Set<String> = []
        for scheme in description.securitySchemes {
            guard case .oauth2(let addresses) = scheme.kind else { continue }
            for address in addresses {
                guard let path = tokenPath(address, base: description.basePaths[0]) else {
                    continue
                }
                let segments = path.split(separator: "/").map(String.init)
                if case .plan = table.find(.post, segments) { continue }
                paths.insert(path)
            }
        }
        return paths
    }
}
