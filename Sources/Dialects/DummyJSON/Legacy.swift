internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// How the API differed in about January 2023.
enum Legacy {
    /// The longest lifetime of a token, in minutes.
    private static let mostMinutes: Double = 1440

    /// Routes that were added later; their paths had other routes at that time, or none.
    private static let later: Set<String> = [
        "/auth/me", "/auth/refresh", "/auth/logout", "/users/me", "/products/category-list",
        "/posts/tags", "/posts/tag-list", "/posts/tag/{tag}",
    ]

    /// Whether the API had this route at that time.
    private static func has(_ pattern: String) -> Bool {
        !pattern.hasPrefix("/recipes") && !later.contains(pattern)
    }

    /// The indexes of the routes that the API had at that time.
    static let indexes = DummyJSON.routes.indices.filter { has(DummyJSON.routes[$0].pattern) }

    /// Answers a log-in with `token`, and with the later name `accessToken` too.
    static func logIn(_ call: Call) throws -> Response {
        let minutes = call.body["expiresInMins"].number
        let lifetime = minutes.isNaN || minutes == 0 ? 60 : minutes
        guard lifetime <= mostMinutes else {
            throw Failure(500, "maximum token expire time can be 1440 minutes")
        }
        guard let name = call.body["username"].string,
            let user = Auth.user(named: name, password: call.body["password"], call)
        else { throw Failure(400, "Invalid credentials") }
        if lifetime == minutes { try Auth.checkSpelling(call.body["expiresInMins"]) }
        let start = call.tokenStart(for: user)
        let token = call.api.tokens.issue(start, seconds: lifetime * 60, at: call.now).access
        return .json { json in
            json.beginObject()
            json.raw(start.members)
            json.key("token")
            json.plainString(token)
            json.key("accessToken")
            json.plainString(token)
            json.endObject()
        }
    }

    /// The response to an invalid token.
    ///
    /// Only for a token that is malformed or has expired it had other members than today.
    static func refusal(of failure: TokenFailure) -> Failure {
        var refusal = failure.refusal
        switch failure {
        case .expired(let seconds):
            refusal.name = "TokenExpiredError"
            // Left out beyond the range of JavaScript's `Date`.
            if abs(seconds) <= 8.64e12 {
                refusal.expiredAt =
                    Instant(microseconds: Int64(seconds * 1000) * 1000).rfc3339Millis
            }
        case .malformed: refusal.name = "JsonWebTokenError"
        default: break
        }
        return refusal
    }

    // MARK: People

    static let userMembers: [UserForm.Member] =
        UserForm.texts("firstName", "lastName", "maidenName") + [.single("age", .null)]
        + UserForm.texts(
            "gender",
            "email",
            "phone",
            "username",
            "password",
            "birthDate",
            "image",
            "bloodGroup"
        )
        + [.single("height", .null), .single("weight", .null)] + UserForm.texts("eyeColor")
        + [.group("hair", UserForm.texts("color", "type"))] + UserForm.texts("domain", "ip")
        + [address] + UserForm.texts("macAddress", "university")
        + [
            .group(
                "bank",
                UserForm.texts("cardExpire", "cardNumber", "cardType", "currency", "iban")
            ),
            .group("company", [address] + UserForm.texts("department", "name", "title")),
        ] + UserForm.texts("ein", "ssn", "userAgent")

    private static let address = UserForm.Member.group(
        "address",
        UserForm.texts("address", "city") + [UserForm.coordinates]
            + UserForm.texts("postalCode", "state")
    )
}
