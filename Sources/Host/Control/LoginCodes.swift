internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyWorlds

/// `login-codes`: what a server in production would send by SMS or e-mail.
enum LoginCodes {
    static func list(_ request: Request, _ call: Control.Call) throws -> Response {
        let query = try ControlQuery(request, parameters: ["world"])
        let world = try call.world(query)
        let codes = try call.worlds.loginCodes(of: world)
        return .object { json in
            json.field("world", world)
            json.list("codes", codes) { pending, json in pending.write(&json) }
        }
    }
}

extension PendingLoginCode {
    fileprivate func write(_ json: inout JSONWriter) {
        json.beginObject()
        json.field("system", dialect)
        json.field("dialect", dialect)
        json.field("code", code.code)
        json.key("user")
        json.beginObject()
        json.field("id", code.userID)
        json.field("email", code.email)
        json.endObject()
        json.field("sentTo", code.address)
        json.field("issuedAt", code.issuedAt)
        json.field("expiresAt", code.expiresAt)
        json.endObject()
    }
}
