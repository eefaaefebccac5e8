internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// `/auth`: logging in and out, and the user of a request.
enum Auth {
    /// Checks the members of the body in the order of the original, so that of several faults the
    /// same is reported.
    static func logIn(_: Request, _ call: Call) throws -> Response {
        if call.api.isLegacy { return try Legacy.logIn(call) }
        let (sent, password) = (call.body["username"], call.body["password"])
        let minutes = call.body["expiresInMins"]
        guard sent.isTrue, password.isTrue else {
            throw Failure(400, "Username and password required")
        }
        guard let name = sent.string else {
            throw Failure(400, "Username is not valid")
        }
        if minutes.isTrue { try checkMinutes(minutes) }
        guard let user = user(named: name, password: password, call) else {
            throw Failure(400, "Invalid credentials")
        }
        if minutes.isTrue { try checkSpelling(minutes) }
        let lifetime = lifetime(call.body.has("expiresInMins") ? minutes : .undefined)
        let start = call.tokenStart(for: user)
        let tokens = call.api.tokens.issue(start, seconds: lifetime.token, at: call.now)
        var response = Response.json(reserving: 2048) { json in
            json.beginObject()
            json.tokens(tokens)
            json.raw(start.members)
            json.endObject()
        }
        setCookies(tokens, seconds: lifetime.cookie, in: &response, call)
        return response
    }

    /// New tokens for a refresh token, from the body or from the cookie.
    ///
    /// An access token is accepted as well: the two kinds differ only in their lifetime.
    static func refresh(_ request: Request, _ call: Call) throws -> Response {
        let sent = call.body["refreshToken"]
        let token = sent.isTrue ? sent : cookie("refreshToken", request)
        guard token.isTrue else { throw Failure(401, "Refresh token required") }
        let minutes = call.body.has("expiresInMins") ? call.body["expiresInMins"] : .number(60)
        try checkMinutes(minutes)
        guard let text = token.string, let claims = try? call.api.tokens.verify(text, at: call.now)
        else { throw Failure(403, "Invalid refresh token") }
        let user: Person
        do throws(Failure) {
            user = try holder(of: claims, call)
        } catch {
            // An error of JavaScript is taken for one of the token.
            let isUnknown = error.status == 400
            throw Failure(403, isUnknown ? "Refresh token expired" : "Invalid refresh token")
        }
        try checkSpelling(minutes, status: 500)
        let seconds = minutes.number * 60
        let start = call.tokenStart(for: user)
        let tokens = call.api.tokens.issue(start, seconds: seconds, at: call.now)
        var response = Response.json(reserving: 2048) { json in
            json.beginObject()
            json.tokens(tokens)
            json.endObject()
        }
        setCookies(tokens, seconds: seconds, in: &response, call)
        return response
    }

    /// Deletes the cookies of the session; the tokens themselves stay valid until they expire.
    static func logOut(_: Request, _ call: Call) throws -> Response {
        _ = try user(of: call)
        var response = Response.json { json in
            json.beginObject()
            json.field("message", "Logged out successfully")
            json.endObject()
        }
        response.fields += Cookies.cleared(
            path: Cookies.path(for: call.request),
            secure: call.api.settings.usesSecureCookies
        )
        return response
    }

    static func me(_: Request, _ call: Call) throws -> Response {
        call.whole(try user(of: call))
    }

    // MARK: Whose request it is

    /// The user whose token the request carries, in `Authorization` or in the cookie `accessToken`.
    ///
    /// Throws the response of the original; except in the legacy era it also deletes the session's
    /// cookies.
    static func user(of call: Call) throws(Failure) -> Document {
        if let user = call.user { return user }
        do throws(Failure) {
            let user = try holder(of: try claims(call), call).record
            call.user = user
            call.request.findings?.asker = "\(user.id)"
            return user
        } catch {
            var failure = error
            failure.endsSession = !call.api.isLegacy
            throw failure
        }
    }

    /// The user of the token of `request`; nil without a valid one.
    static func holder(of request: Request, _ api: DummyJSON) -> Document? {
        let call = Call(api, request, query: JSObject(), body: JSObject())
        return try? holder(of: try claims(call), call).record
    }

    /// The claims of the token in `Authorization`, or else in the cookie.
    private static func claims(_ call: Call) throws(Failure) -> JSON {
        let header = call.request.authorization ?? ""
        // The legacy era read no cookies.
        let readsCookie = header.isEmpty && !call.api.isLegacy
        let sent = readsCookie ? Cookies.value("accessToken", in: call.request) ?? "" : header
        guard !sent.isEmpty else {
            throw call.api.isLegacy
                ? Failure(403, "Authentication Problem") : Failure(401, "Access Token is required")
        }
        do throws(TokenFailure) {
            return try call.api.tokens.verify(withoutScheme(sent), at: call.now)
        } catch {
            throw call.api.isLegacy ? Legacy.refusal(of: error) : error.refusal
        }
    }

    /// Removes the first `Bearer `, wherever it is in the text, as the original does.
    private static func withoutScheme(_ text: String) -> String {
        let scheme = "Bearer ".utf8
        var start = text.utf8.startIndex
        while start < text.utf8.endIndex {
            if text.utf8[start...].starts(with: scheme) {
                let end = text.utf8.index(start, offsetBy: scheme.count)
                return String(text[..<start] + text[end...])
            }
            start = text.utf8.index(after: start)
        }
        return text
    }

    /// The user with the `username` and `id` of the claims.
    ///
    /// Claims that the original does not expect make it fail with an error of JavaScript; that is a
    /// 500 with the same message.
    private static func holder(of claims: JSON, _ call: Call) throws(Failure) -> Person {
        let claims = JSValue(claims.root, rounding: true)
        guard !claims["username"].isNullish else {
            throw .cannotRead("toLowerCase", of: claims["username"].text)
        }
        guard let name = claims["username"].string else {
            throw Failure(500, "username.toLowerCase is not a function")
        }
        guard !claims["id"].isNullish else {
            throw .cannotRead("toString", of: claims["id"].text)
        }
        let id = claims["id"].text
        let user = call.api.index.user(named: name)
        guard let user, "\(user.record.id)".utf8.elementsEqual(id.utf8) else {
            throw Failure(400, call.api.isLegacy ? "Invalid token" : "Invalid access token")
        }
        return user
    }

    /// The user with this user name, in any case, and exactly this password; nil when there is
    /// none.
    static func user(named name: String, password: JSValue, _ call: Call) -> Person? {
        guard let user = call.api.index.user(named: name), let password = password.string,
            let known = user.password,
            equalInConstantTime(password, known)
        else { return nil }
        return user
    }

    private static func cookie(_ name: String, _ request: Request) -> JSValue {
        Cookies.value(name, in: request).map { .string($0) } ?? .undefined
    }

    // MARK: Lifetimes

    /// Throws unless the lifetime is from 1 minute to the original's maximum of 30 days.
    private static func checkMinutes(_ minutes: JSValue) throws(Failure) {
        let number = minutes.number
        guard number >= 1, number <= Tokens.mostMinutes else {
            throw Failure(500, "Maximum access token expire time can be 43200 minutes")
        }
    }

    /// Accepts only decimal numbers: the original passes `<minutes>m` to a library that reads no
    /// others.
    static func checkSpelling(
        _ minutes: JSValue,
        status: Int = 400
    ) throws(Failure) {
        var text = minutes.text.utf8[...]
        while text.last == UInt8(ascii: " ") { text.removeLast() }
        // Only the legacy era comes here with a negative number, and takes it.
        if text.first == UInt8(ascii: "-") { text.removeFirst() }
        let parts = text.split(
            separator: UInt8(ascii: "."),
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let isDecimal = parts.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
        guard isDecimal, parts.last?.isEmpty == false else {
            throw Failure(
                status,
                "\"expiresIn\" should be a number of seconds or string representing a timespan"
                    + " eg: \"1d\", \"20h\", 60"
            )
        }
    }

    /// How long a token and the cookies of a log-in are valid, in seconds.
    ///
    /// Without `expiresInMins` an hour. With 0, null or an empty text, the token gets 30 days and
    /// the cookies end at once, as in the original.
    private static func lifetime(_ minutes: JSValue) -> (token: Double, cookie: Double) {
        if case .undefined = minutes { return (Tokens.accessSeconds, Tokens.accessSeconds) }
        guard minutes.isTrue else { return (Tokens.refreshSeconds, 0) }
        return (minutes.number * 60, minutes.number * 60)
    }

    private static func setCookies(
        _ tokens: Tokens.Pair,
        seconds: Double,
        in response: inout Response,
        _ call: Call
    ) {
        // With an ETag and the origin to come: then the fields are moved once.
        response.fields.reserveCapacity(5)
        Cookies.set(
            tokens,
            seconds: seconds,
            from: call.now,
            path: Cookies.path(for: call.request),
            secure: call.api.settings.usesSecureCookies,
            in: &response.fields
        )
    }
}

extension Call {
    /// What all tokens of a user begin with; with caches it is kept for the next log-in.
    ///
    /// To make it takes 13,000 of the 89,000 instructions of a log-in.
    func tokenStart(for user: Person) -> TokenStart {
        let links = links
        if let known = user.tokenStart, known.links == links { return known }
        let start = api.tokens.start(for: user, links)
        if api.context.usesCaches { api.index.keep(start, for: user) }
        return start
    }
}

extension JSONWriter {
    /// Writes the tokens of a log-in as members.
    fileprivate mutating func tokens(_ tokens: Tokens.Pair) {
        key("accessToken")
        plainString(tokens.access)
        key("refreshToken")
        plainString(tokens.refresh)
    }
}

extension TokenFailure {
    /// The response of the API to an invalid token.
    var refusal: Failure {
        switch self {
        case .malformed: Failure(401, "Invalid/Expired Token!")
        case .expired: Failure(401, "Token Expired!")
        case .invalidToken: Failure(500, "invalid token")
        case .signatureRequired: Failure(500, "jwt signature is required")
        case .invalidAlgorithm: Failure(500, "invalid algorithm")
        case .invalidSignature: Failure(500, "invalid signature")
        case .notActive: Failure(500, "jwt not active")
        case .invalidNotBefore: Failure(500, "invalid nbf value")
        case .invalidExpiration: Failure(500, "invalid exp value")
        case .payloadNotJSON(let message): Failure(500, message)
        }
    }
}
