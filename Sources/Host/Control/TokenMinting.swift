internal import MockPostlyCrypto
internal import MockPostlyDialect
internal import MockPostlyHTTP
package import MockPostlyJSON
package import MockPostlyWorlds

/// `tokens`: any token that a test needs, good or bad.
enum TokenMinting {
    static func mint(_ request: Request, _ call: Control.Call) throws -> Reply {
        let query = try ControlQuery(request, parameters: ["world"])
        let body = try ControlBody(
            request,
            members: [
                "world", "system", "user", "kind", "expiresIn", "expiredFor", "claims", "break",
            ],
            formerNames: ["system": "dialect"]
        )
        var order = try TokenOrder(
            body,
            world: try call.world(query, body),
            call.registry.all.compactMap { dialect in
                dialect.tokens.map { (dialect.name, $0.kinds) }
            }
        )
        order.isSecure = request.isSecure
        let minted = try call.worlds.mint(order, for: request.authority)
        return try minted.map { token in .object { token.writeMembers(of: order.dialect, &$0) } }
    }
}

extension MintedToken {
    /// Writes the members of the object by which the control plane, and `mockpostly token --json`,
    /// give a token of `dialect`.
    ///
    /// `token`, `system`, `dialect`, `user`, `expiresAt`, and the members of the carrier that show
    /// how to send it.
    package func writeMembers(of dialect: String, _ json: inout JSONWriter) {
        json.field("token", token)
        json.field("system", dialect)
        json.field("dialect", dialect)
        json.key("user")
        json.beginObject()
        json.field("id", userID)
        json.field("email", email)
        json.endObject()
        json.field("expiresAt", expiresAt)
        for (name, value) in carrier.members(token) {
            json.key(name)
            json.string(value)
        }
    }
}

extension TokenOrder {
    /// Chosen so that a token with both members at their limits is still short enough to be
    /// checked.
    private static let mostBytesOfClaims = 8 * 1024
    private static let mostBytesOfUser = 1024

    fileprivate init(
        _ body: ControlBody,
        world: String,
        _ minters: [(name: String, kinds: [String])]
    ) throws {
        let names = minters.map(\.name)
        guard let dialect = try body.choice("system", of: names) else {
            throw body.missing("system", "It can be: \(enumerated(names)).")
        }
        self.init(world: world, dialect: dialect, user: try Self.user(body))
        let withKinds = minters.filter { $0.kinds.count > 1 }
        let kinds = withKinds.first { $0.name == dialect }?.kinds
        if let kind = try body.choice("kind", of: kinds ?? withKinds.flatMap(\.kinds)) {
            guard kinds != nil else {
                let owners = withKinds.map { "'\($0.name)'" }.joined(separator: " and ")
                throw Problem.badValue(
                    "There is the member 'kind', but the system is '\(dialect)'.",
                    "Leave it out: only \(owners) has tokens of two kinds."
                )
            }
            wanted.kind = kind
        }
        if let lifetime = try body.duration("expiresIn") {
            guard !body.has("expiredFor") else {
                throw Problem.conflict(
                    "expiresIn",
                    "expiredFor",
                    hint: "A token ends in the future or has ended in the past."
                )
            }
            wanted.lifetime = lifetime
        } else if let age = try body.duration("expiredFor") {
            wanted.lifetime = .zero - age
        }
        wanted.claims = try body.object("claims")
        if let claims = wanted.claims, claims.rawText.count > Self.mostBytesOfClaims {
            throw Problem.badValue(
                "The member 'claims' has \(claims.rawText.count) bytes.",
                "Send at most \(Self.mostBytesOfClaims): no server takes longer tokens."
            )
        }
        wanted.fault = try body.choice("break", TokenFault.self)
    }

    /// The member `user`, which is an id as a number as well.
    private static func user(_ body: ControlBody) throws -> String {
        let hint = "Send an e-mail address, a username or an id."
        guard let value = body.value("user") else { throw body.missing("user", hint) }
        guard value.rawText.count <= mostBytesOfUser else {
            throw Problem.badValue("The member 'user' has \(value.rawText.count) bytes.", hint)
        }
        if let text = value.string {
            guard !text.isEmpty else { throw body.badValue("user", value, hint: hint) }
            return text
        }
        guard value.isIntegerLiteral else {
            throw body.wrongType("user", value, wanted: "a text or a whole number", hint: hint)
        }
        return String(decoding: value.rawText, as: UTF8.self)
    }
}
