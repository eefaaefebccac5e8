internal import MockPostlyBodies
internal import MockPostlyText

/// What the name of a member, a parameter or a field says of its value.
struct FieldMeaning: Sendable {
    enum Kind: Sendable {
        /// A password, a token, a key, a cookie.
        case secret
        /// A secret if it looks like one: `session`, `hash`.
        case possibleSecret
        /// An e-mail address.
        case email
        /// The name of a person, whatever stands beside it.
        case name
        /// The name of a person if it is a member of one.
        case nameOfPerson
        /// A name to sign in with.
        case user
        /// A number that leads to a person: of a telephone, an account, a card.
        case number
        case other
    }

    let kind: Kind
    /// Whether what has this name is a person: `author`, `customers`.
    let isPerson: Bool
    /// Whether it is a part of an answer that says nothing of what is in it: `data`, `items`.
    let isEnvelope: Bool
    /// Whether only a person has such a member.
    let marksPerson: Bool
    /// Whether it names what an id, an address or a version is, which are random without being secret.
    let isIdentifier: Bool
    /// Whether its value may be the id of a row: `sessionId`, which is of a talk or of a log-in.
    let isReference: Bool
    /// The name in lower case without signs.
    let plain: String

    init(_ name: String) {
        let plain = Self.plain(name)
        self.plain = plain
        isPerson = Self.isPerson(plain)
        isEnvelope = Self.envelopes.contains(plain)
        marksPerson = Self.marks.contains(plain)
        isIdentifier = [
            "id", "ids", "url", "src", "href", "path", "slug", "etag", "version", "image",
        ]
        .contains { plain.hasSuffix($0) }
        isReference = ["session", "sessions", "sessionid", "sessionids"].contains {
            plain.hasSuffix($0)
        }
        kind = Self.kind(plain, name)
    }

    /// Whether the value is looked at in another way than that of any name.
    var saysSomething: Bool {
        if case .other = kind { return isPerson }
        return true
    }

    static func plain(_ name: String) -> String {
        String(decoding: name.utf8.filter { $0 != 0x2D && $0 != 0x5F && $0 != 0x20 }, as: UTF8.self)
            .lowercased()
    }

    private static func kind(_ plain: String, _ name: String) -> Kind {
        if SecretName.isSecret(name), !endings.contains(where: { plain.hasSuffix($0) }) {
            return .secret
        }
        if secrets.contains(plain) || plain.hasPrefix("xsession") || plain.hasSuffix("nonce")
            || plain.hasSuffix("sig")
        {
            return .secret
        }
        let isPossible =
            possibleSecrets.contains(plain) || plain.holds("session") || plain.hasSuffix("hash")
            || plain.hasSuffix("pin") || plain.hasSuffix("pincode")
        if isPossible, !(endings + measures).contains(where: { plain.hasSuffix($0) }) {
            return .possibleSecret
        }
        if plain.hasSuffix("email") || plain.hasSuffix("emailaddress") { return .email }
        if names.contains(plain) { return .name }
        if users.contains(plain) { return .user }
        if numbers.contains(plain) { return .number }
        if plain == "name" { return .nameOfPerson }
        if plain.hasSuffix("name"), isPerson(String(plain.dropLast(4))) { return .name }
        return .other
    }

    private static func isPerson(_ plain: String) -> Bool {
        people.contains(plain)
            || plain.hasSuffix("s") && people.contains(String(plain.dropLast()))
            || plain.hasSuffix("by") && plain.utf8.count > 4
    }

    /// Endings of names such as `token_type` and `passwordChangedAt`, whose values are no secrets.
    private static let endings = [
        "type", "expiresin", "expiresat", "expires", "expiry", "expiration", "ttl", "count",
        "changedat", "updatedat", "createdat", "issuedat", "usedat", "lifetime", "strength",
        "required", "enabled",
    ]

    /// Endings of names such as `sessionDuration`: what they say of a session is no secret.
    private static let measures = [
        "duration", "length", "timeout", "name", "title", "date", "year", "start", "end", "minutes",
        "seconds", "hours", "level", "order", "index", "price", "capacity", "status",
    ]

    /// Names of secrets in recordings; in a journal, which is of this server, they are shown.
    private static let secrets: Set<String> = [
        "bearer", "hmac", "cvv", "cvv2", "cvc", "cvc2", "securitycode", "totp", "mfacode",
        "verificationcode", "confirmationcode", "resetcode", "recoverycode", "recoverycodes",
        "mnemonic", "seedphrase", "samlresponse", "samlrequest", "sess", "connectionstring", "dsn",
    ]
    private static let possibleSecrets: Set<String> = [
        "salt", "digest", "ticket", "fingerprint", "challenge", "deviceid", "udid", "idfa", "gaid",
    ]

    private static let people: Set<String> = [
        "admin", "agent", "applicant", "approver", "artist", "assignee", "attendee", "author",
        "buyer", "candidate", "commenter", "contact", "contributor", "creator", "customer",
        "doctor", "driver", "employee", "follower", "friend", "guest", "holder", "manager",
        "member", "organizer", "owner", "participant", "passenger", "patient", "people", "person",
        "photographer", "profile", "recipient", "reporter", "reviewer", "seller", "sender",
        "speaker", "staff", "student", "subscriber", "teacher", "user", "viewer", "me",
    ]
    private static let envelopes: Set<String> = [
        "data", "items", "results", "result", "rows", "list", "records", "content", "entries",
        "payload", "response", "body", "edges", "node", "nodes", "value", "values",
    ]
    private static let marks: Set<String> = [
        "email", "emailaddress", "username", "firstname", "lastname", "password", "phone",
        "avatar", "avatarurl", "profilepicture", "birthdate", "birthday", "login",
    ]
    private static let names: Set<String> = [
        "firstname", "lastname", "fullname", "displayname", "givenname", "familyname",
        "middlename", "maidenname", "nickname", "surname", "realname", "legalname",
        "cardholdername", "cardholder",
    ]
    private static let users: Set<String> = [
        "username", "login", "screenname", "handle", "loginname", "preferredusername",
    ]
    private static let numbers: Set<String> = [
        "phone", "phonenumber", "mobile", "mobilenumber", "telephone", "tel", "fax", "iban",
        "cardnumber", "contactno", "ssn", "ein", "taxid", "passportnumber", "accountnumber",
    ]
}
