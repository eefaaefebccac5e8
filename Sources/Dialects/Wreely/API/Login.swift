package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import WreelyContent

/// The login by a one-time code, and the check of a session.
enum Login {
    static func sendCode(_ request: Request, _ call: Call) throws -> Response {
        let body = try RequestBody(request)
        try body.require("mobile_number", "country_code")
        guard
            let member = try member(
                (body["mobile_number"] ?? "").digits,
                countryCode: (body["country_code"] ?? "").digits,
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

    /// The member with a mobile number; nil when there is none.
    ///
    /// The number asked for may begin with the country code, and so may the member's, which the
    /// older registration takes in one piece.
    private static func member(
        _ number: String,
        countryCode: String,
        _ call: Call
    ) throws -> WreelyMember? {
        var numbers = [number]
        if !countryCode.isEmpty {
            if number.hasPrefix(countryCode) {
                numbers.append(String(number.dropFirst(countryCode.count)))
            }
            numbers.append(countryCode + number)
        }
        for number in numbers {
            if let member = try call.api.members.find(mobile: number) { return member }
        }
        return nil
    }

    static func confirm(_ request: Request, _ call: Call) throws -> Response {
        let body = try RequestBody(request)
        try body.require("login_code", "member_id")
        guard let member = try call.api.members.find(body.number("member_id")),
            try call.api.codes.redeem(
                (body["login_code"] ?? "").trimmed,
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
        let address = purpose == .login ? member.mobile : member.email
        context.report(.notice("Wreely: the login code of \(member.name), \(address), is \(code)"))
    }

    /// Those that are still valid by the world's clock, the newest last.
    package var loginCodes: [LoginCode] {
        get throws {
            try codes.pending().map { pending in
                LoginCode(
                    code: pending.code,
                    userID: "\(pending.member.id)",
                    email: pending.email,
                    address: pending.purpose == .login ? pending.mobile : pending.email,
                    issuedAt: pending.issuedAt,
                    expiresAt: pending.expiresAt
                )
            }
        }
    }
}
