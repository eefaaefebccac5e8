package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// The login by a one-time code, and the check of a session.
enum Login {
    static func sendCode(_ request: Request, _ call: Call) throws -> Response {
        let body = try RequestBody(request)
        try body.require("mobile_number", "country_code")
        guard
            let member = try member(
                digits(body["mobile_number"]),
                countryCode: digits(body["country_code"]),
                call
            )
        else { throw Failure.unknownNumber }
        try call.api.issueCode(for: member, purpose: .login)
        return .json { json in
            json.field("error", false)
            json.field("member_id", member.id)
            json.field("message", "Login code sent successfully")
        }
    }

    /// The member with a mobile number, which may begin with the country code; nil when there is
    /// none.
    private static func member(
        _ number: String,
        countryCode: String,
        _ call: Call
    ) throws -> WreelyMember? {
        if let member = try call.api.members.find(mobile: number) { return member }
        guard !countryCode.isEmpty, number.hasPrefix(countryCode) else { return nil }
        return try call.api.members.find(mobile: String(number.dropFirst(countryCode.count)))
    }

    /// The digits of a text, without the spaces and signs that people write in a number.
    private static func digits(_ text: String?) -> String {
        (text ?? "").filter { $0.isASCII && $0.isNumber }
    }

    static func confirm(_ request: Request, _ call: Call) throws -> Response {
        let body = try RequestBody(request)
        try body.require("login_code", "member_id")
        guard let member = try call.api.members.find(body.number("member_id")),
            try call.api.codes.redeem(
                trimmed(body["login_code"] ?? ""),
                of: member.id,
                purpose: .login
            )
        else { throw Failure.wrongCode }
        let token = try call.api.tokens.token(of: member)
        return .json { $0.field("access_token", token) }
    }

    static func validateSession(_ request: Request, _ call: Call) throws -> Response {
        _ = try call.api.member(of: request)
        return .done
    }
}

extension Wreely {
    /// Makes a code for a member, in place of an earlier one, and writes it to the log.
    func issueCode(for member: WreelyMember, purpose: WreelyLoginCode.Purpose) throws {
        let code = settings.loginCode ?? codes.makeCode()
        guard try codes.issue(code, for: member.id, purpose: purpose) else {
            throw Failure.somethingWrong
        }
        context.report(
            .notice("Wreely: the login code of \(member.name), \(member.mobile), is \(code)")
        )
    }

    package var loginCodes: [LoginCode] {
        get throws {
            try codes.pending().map { pending in
                let member = try members.find(pending.member.id)
                return LoginCode(
                    code: pending.code,
                    userID: "\(pending.member.id)",
                    email: member?.email ?? "",
                    address: pending.purpose == .login ? pending.mobile : member?.email ?? "",
                    issuedAt: pending.issuedAt,
                    expiresAt: pending.expiresAt
                )
            }
        }
    }
}

/// `text` without white space around it.
func trimmed(_ text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
}
