import MockPostlyDialect
import MockPostlyHTTP
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySeeds
import MockPostlyTestKit
import MockPostlyWorld

@testable import GoogleDialect

/// An app at the Google accounts of a world, with two people that Postly knows.
struct SigningIn {
    let world: TimeAndChance
    let domain: Domain
    let accounts: GoogleAccounts

    init(_ settings: GoogleAccounts.Settings = GoogleAccounts.Settings()) throws {
        world = TimeAndChance(name: "one", clock: .frozen(at: .frozen), randomSeed: 1)
        domain = try Domain.inMemory(world)
        for (id, name) in [("101", "Ada Byron"), ("102", "Bo <b>")] {
            _ = try domain.users.signInWithGoogle(
                id: User.ID(id),
                email: "\(id)@example.com",
                name: name,
                picture: ""
            )
        }
        accounts = GoogleAccounts(
            DialectContext(domain, secret: "your-secret-key"),
            settings
        )
    }

    /// The query of an authorization request; nil leaves a parameter out.
    func query(_ more: [String: String?] = [:]) -> String {
        var order: [String: String?] = [
            "client_id": "app", "redirect_uri": "http://localhost:3000/callback",
            "response_type": "code", "scope": "openid email profile", "state": "a b",
        ]
        order.merge(more) { $1 }
        return formEncoded(
            order.sorted { $0.key < $1.key }.compactMap { name, value in value.map { (name, $0) } }
        )
    }

    func ask(_ more: [String: String?] = [:], prefix: String = "") throws -> Response {
        try accounts.answer("GET", Authorization.path + "?" + query(more), prefix: prefix)
    }

    func choose(_ form: String, _ more: [String: String?] = [:]) throws -> Response {
        try accounts.answer("POST", Authorization.choicePath + "?" + query(more), body: form)
    }

    /// What an app gets for somebody who is named by the request.
    func silently(_ more: [String: String?] = [:]) throws -> [String: String] {
        var order: [String: String?] = ["prompt": "none", "login_hint": "101@example.com"]
        order.merge(more) { $1 }
        return try given(ask(order))
    }

    /// The parameters of an answer to the app.
    func given(_ response: Response) throws -> [String: String] {
        guard let address = response["Location"],
            let mark = address.firstIndex(where: { $0 == "?" || $0 == "#" })
        else { throw NoRequest() }
        let pairs = Query(Array(address[address.index(after: mark)...].utf8)).pairs
        return Dictionary(pairs.map { ($0.name, $0.value) }) { $1 }
    }

    /// The answer of the token endpoint for a code.
    func exchange(_ code: String?, _ more: [String: String?] = [:]) throws -> Response {
        var form: [String: String?] = [
            "grant_type": "authorization_code", "code": code, "client_id": "app",
            "redirect_uri": "http://localhost:3000/callback",
        ]
        form.merge(more) { $1 }
        let pairs = form.compactMap { name, value in value.map { (name, $0) } }
        return try accounts.answer("POST", "/oauth2/v4/token", body: formEncoded(pairs))
    }

    func refresh(_ token: String) throws -> Response {
        let form = [
            ("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", "app"),
        ]
        return try accounts.answer("POST", "/oauth2/v4/token", body: formEncoded(form))
    }

    func person(_ token: String) throws -> Response {
        let fields = [("Host", "a"), ("Authorization", "Bearer \(token)")]
        return try accounts.answer("GET", "/oauth2/v3/userinfo", fields)
    }
}

extension Response {
    /// The code of a refusal and its status.
    var refusal: String { get throws { "\(status) \(try json["error"]?.string ?? "")" } }
}
