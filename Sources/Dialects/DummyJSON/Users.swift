internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyNouns

/// `/users`: users, filters and searches, and the records of a user.
enum Users {
    static func list(_: Request, _ call: Call) throws -> Response {
        try call.page(.users, call.documents.all(.users), options: .everything)
    }

    static func search(_: Request, _ call: Call) throws -> Response {
        try call.found(.users)
    }

    static func show(_: Request, _ call: Call) throws -> Response {
        call.selected(try call.verified(.users, .string(call.parameter("id"))))
    }

    /// The users whose member at the path `key` has exactly the text `value`.
    ///
    /// The path has dots, as in `hair.color`. Without `key` or `value` the page is empty; a `key`
    /// that is an array is the error that JavaScript would have.
    static func filter(_: Request, _ call: Call) throws -> Response {
        let (key, value) = (call.query["key"], call.query["value"])
        if call.api.isLegacy, case .undefined = key {
            throw Failure.cannotRead("split", of: "undefined")
        }
        guard key.isTrue, value.isTrue else {
            return try call.page(.users, [], options: .everything)
        }
        guard let path = key.string else { throw Failure(500, "keys.split is not a function") }
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        let wanted = value.string
        let users = call.documents.all(.users).filter { user in
            guard let wanted else { return false }
            let found = property(names[...], of: user.value)
            return found.isTrue && found.text.utf8.elementsEqual(wanted.utf8)
        }
        return try call.page(.users, users, options: .everything)
    }

    /// The value at the end of a path of names, as the original's `reduce` over properties finds
    /// it.
    private static func property(_ names: ArraySlice<String>, of value: JSONValue) -> JSValue {
        guard let name = names.first else { return JSValue(value, rounding: true) }
        guard value.kind == .object else {
            return names.reduce(JSValue(value, rounding: true)) { $0[$1] }
        }
        guard let next = value[name] else { return .undefined }
        return property(names.dropFirst(), of: next)
    }

    static func posts(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, .string(call.parameter("id")))
        return try call.page(.posts, call.all(.posts, of: user), options: .selects)
    }

    static func todos(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, .string(call.parameter("id")))
        return try call.page(.todos, call.all(.todos, of: user), options: .selects)
    }

    static func carts(_: Request, _ call: Call) throws -> Response {
        let user = try call.verified(.users, .string(call.parameter("id")))
        return try call.page(.carts, call.all(.carts, of: user))
    }

    static func add(_: Request, _ call: Call) throws -> Response {
        let id = call.newID(.users)
        let form = UserForm(call, nil)
        try call.store(.users, id: id) { form.writeMembers(&$0, .upstream) }
        return .json(call.api.isLegacy ? 200 : 201) { form.write(&$0, id: id, links: call.links) }
    }

    /// Changes a user; the groups `hair`, `address` and so on are merged member by member.
    ///
    /// A `hair` that is null is a 500 with JavaScript's error.
    static func update(_: Request, _ call: Call) throws -> Response {
        let user = try call.edited(.users)
        if !call.api.isLegacy, call.body.has("hair"), call.body["hair"].isNullish {
            throw Failure.cannotRead("color", of: "null")
        }
        let form = UserForm(call, user)
        try call.store(.users, id: user.id) { form.writeMembers(&$0, .upstream) }
        return .json { form.write(&$0, id: user.id, links: call.links) }
    }

    static func delete(_: Request, _ call: Call) throws -> Response {
        try call.deleted(.users, try call.verified(.users, .string(call.parameter("id"))))
    }
}

/// The members of a user, as writes read and return them.
struct UserForm {
    indirect enum Member: Sendable {
        /// A member, and the value with which an add fills it when it was not sent.
        case single(StaticString, JSValue)
        case group(StaticString, [Member])
    }

    private let sent: JSValue
    private let stored: Document?
    private let isLegacy: Bool

    /// The form of an add, or of an edit of `stored`.
    init(_ call: Call, _ stored: Document?) {
        sent = .object(call.body)
        self.stored = stored
        isLegacy = call.api.isLegacy
    }

    /// Whether it is an edit in the legacy era.
    private var isEarlyEdit: Bool { isLegacy && stored != nil }

    func write(_ json: inout JSONWriter, id: Int64, links: LinkBase) {
        json.beginObject()
        json.field("id", id)
        writeMembers(&json, links)
        json.endObject()
    }

    /// Writes the members after the id, with the links of `links`.
    func writeMembers(_ json: inout JSONWriter, _ links: LinkBase) {
        for member in isLegacy ? Legacy.userMembers : Self.members {
            write(
                member,
                sent: sent,
                stored: stored?.value,
                isOutermost: true,
                to: &json,
                links: links
            )
        }
    }

    /// Writes one member: as sent, else as stored, else its empty value.
    ///
    /// Inside a group, a value that is false in JavaScript counts as not sent; outside only a
    /// missing one does. Edits in the legacy era are the other way round: outside such a value
    /// leaves the stored one, and members of a group that are not sent become empty.
    private func write(
        _ member: Member,
        sent: JSValue,
        stored: JSONValue?,
        isOutermost: Bool,
        to json: inout JSONWriter,
        links: LinkBase
    ) {
        switch member {
        case .group(let name, let members):
            let (part, known) = (sent["\(name)"], stored?["\(name)"])
            // An imported user may lack this group; an edit does not add it.
            guard self.stored == nil || known != nil || part.isTrue else { return }
            json.key(name)
            let isSent = if case .undefined = part { false } else { true }
            if isEarlyEdit, isOutermost, isSent, !part.isTrue, let document = self.stored, let known
            {
                return json.stored(known, of: document, links)
            }
            json.beginObject()
            for inner in members {
                write(inner, sent: part, stored: known, isOutermost: false, to: &json, links: links)
            }
            json.endObject()
        case .single(let name, let empty):
            let value = sent["\(name)"]
            let isTaken: Bool
            if case .undefined = value {
                isTaken = false
            } else {
                isTaken = isOutermost && !isEarlyEdit || value.isTrue
            }
            if isTaken {
                json.key(name)
                value.write(&json)
            } else if let document = self.stored, isOutermost || !isEarlyEdit {
                guard let known = stored?["\(name)"] else { return }
                json.key(name)
                json.stored(known, of: document, links)
            } else {
                json.key(name)
                empty.write(&json)
            }
        }
    }

    static func texts(_ names: StaticString...) -> [Member] {
        names.map { .single($0, .string("")) }
    }

    static let coordinates = Member.group(
        "coordinates",
        [.single("lat", .null), .single("lng", .null)]
    )

    private static let address = Member.group(
        "address",
        texts("address", "city", "state", "stateCode", "postalCode") + [coordinates]
            + texts("country")
    )

    /// The members of a user, in the order of the original.
    static let members: [Member] =
        texts("firstName", "lastName", "maidenName") + [.single("age", .null)]
        + texts(
            "gender",
            "email",
            "phone",
            "username",
            "password",
            "birthDate",
            "image",
            "bloodGroup"
        )
        + [.single("height", .null), .single("weight", .null)] + texts("eyeColor")
        + [.group("hair", texts("color", "type"))] + texts("ip") + [address]
        + texts("macAddress", "university")
        + [.group("bank", texts("cardExpire", "cardNumber", "cardType", "currency", "iban"))]
        + [.group("company", texts("department", "name", "title") + [address])]
        + texts("ein", "ssn", "userAgent")
        + [.group("crypto", texts("coin", "wallet", "network")), .single("role", .string("user"))]
}
