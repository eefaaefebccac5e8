internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Who may read and write a resource, as json-server-auth has it: three digits for the owner, for
/// whoever is logged in, and for all, each 4 to read and 2 to write.
package struct Guard: Sendable, Equatable {
    package let digits: String

    /// Those that there are.
    package static let known = ["600", "640", "644", "660", "664", "666", "400", "440", "444"]

    /// Nil for other digits.
    package init?(_ digits: String) {
        guard Self.known.contains(digits) else { return nil }
        self.digits = digits
    }

    private enum Level {
        case owner, loggedIn, all
    }

    /// Who may do what `bit` stands for; nil when nobody may.
    private func level(_ bit: UInt8) -> Level? {
        let levels: [Level] = [.owner, .loggedIn, .all]
        let allowed = zip(levels, digits.utf8).filter { ($1 - UInt8(ascii: "0")) & bit != 0 }
        return allowed.last?.0
    }

    /// Lets a request through, or throws its refusal; `call` then knows who asks.
    func check(_ call: Call) throws {
        // A preflight and HEAD tell nothing.
        guard call.request.method != .head, call.request.method != .options else { return }
        let isReading = call.method == .get
        switch level(isReading ? 4 : 2) ?? level(4) {
        case .loggedIn: call.asker = try Self.account(of: call)
        case .owner: try checkOwner(call, try Self.account(of: call))
        case .all, nil: break
        }
        if !isReading, level(2) == nil { throw Failure.text(403, "Read only") }
    }

    /// The account whose valid token the request carries.
    static func account(of call: Call) throws(Failure) -> String {
        guard let field = call.request.authorization else {
            throw .text(401, "Missing authorization header")
        }
        let parts = field.split(separator: " ", omittingEmptySubsequences: false)
        guard parts[0] == "Bearer" else { throw .text(401, "Incorrect authorization scheme") }
        guard parts.count > 1, !parts[1].isEmpty else { throw .text(401, "Missing token") }
        let account = try call.api.tokens.account(of: String(parts[1]), at: call.api.world.now)
        call.request.findings?.asker = account
        return account
    }

    private func checkOwner(_ call: Call, _ account: String) throws {
        call.asker = account
        let name = try call.resource()
        let isOfUsers = name == Accounts.collection
        let row = call.segments.count > 1 ? try row(call, name) : nil
        let owner = row.map { isOfUsers ? $0.id.text : Self.owner(of: JSValue($0.value), call) }
        if call.method == .post || call.method == .put {
            let isReplacement = call.method == .put
            let isOwn =
                isOfUsers ? owner == account : Self.owner(of: call.body, call) == account
            guard isOwn, call.api.isOriginal || owner ?? account == account else {
                throw Failure.text(
                    403,
                    "Private resource \(isReplacement ? "replacement" : "creation"): request body"
                        + " must have a reference to the owner id"
                )
            }
            return
        }
        let rows = try call.store.rows(name)?.rows ?? []
        let hasOwn = {
            rows.contains { Self.owner(of: JSValue($0.value), call) == account }
        }
        guard owner.map({ $0 == account }) ?? hasOwn() else {
            throw Failure.text(
                403,
                "Private resource access: entity must have a reference to the owner id"
            )
        }
        call.showsPasswords = isOfUsers
        // The original shows the rows of all others too.
        if row == nil, !call.api.isOriginal { call.owner = account }
    }

    /// The row that the path names.
    private func row(_ call: Call, _ name: String) throws -> CollectionRow {
        guard let row = try call.rows(name).row(IDText(call.segments[1])) else {
            guard call.api.isOriginal else { throw Failure.notFound }
            throw Failure.text(401, "Cannot read properties of undefined (reading 'userId')")
        }
        return row
    }

    /// The account to which a row or a body refers.
    static func owner(of value: JSValue, _ call: Call) -> String {
        value["user" + call.settings.keySuffix].text
    }
}
