internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyMatching

/// The body of a control request: a JSON object, or empty, which counts as `{}`.
struct ControlBody {
    private let root: JSONValue?
    /// The text of the whole body.
    private let text: [UInt8]
    /// The prefix of member names in messages: the enclosing objects, such as `clock.`.
    private let path: String
    /// The names that members had in the version before, by those that they have now.
    private var formerNames: [String: String] = [:]

    /// Reads the body of `request`, whatever its media type; only `members` are allowed, also by
    /// their `formerNames`.
    ///
    /// Throws a ``Problem`` with status 400.
    init(
        _ request: Request,
        members: [String],
        formerNames: [String: String] = [:]
    ) throws(Problem) {
        try self.init(text: request.body, members: members, formerNames: formerNames)
    }

    /// As ``init(_:members:formerNames:)`` for the body `text`.
    init(
        text: [UInt8],
        members: [String],
        formerNames: [String: String] = [:]
    ) throws(Problem) {
        try self.init(
            text: text,
            hint: "Send a JSON object with the members \(enumerated(members))."
        )
        try allow(members, formerNames)
    }

    /// Refuses other members than `members` and their `formerNames`, and both names of one.
    private mutating func allow(
        _ members: [String],
        _ formerNames: [String: String]
    ) throws(Problem) {
        try refuse(allBut: members + formerNames.values, naming: members)
        for (name, former) in formerNames where has(name) && has(former) {
            throw .bothNames(former, name, in: path)
        }
        self.formerNames = formerNames
    }

    /// The body `text` with any members; `hint` says what to send.
    init(text: [UInt8], hint: String) throws(Problem) {
        path = ""
        self.text = text
        guard !text.isEmpty else {
            root = nil
            return
        }
        let document: JSON
        do {
            document = try JSON(parsing: text)
        } catch {
            let place = error.position(in: text)
            throw Problem(
                400,
                "Malformed JSON",
                detail: "Line \(place.line), column \(place.column): \(error.reason.words).",
                hint: hint
            )
        }
        guard document.root.kind == .object else {
            throw Problem(
                400,
                "Not an object",
                detail: "The body is \(Self.words(document.root)), and must be an object.",
                hint: hint
            )
        }
        root = document.root
    }

    /// A body with these members, all of them texts; `path` is its place in another one.
    init(
        _ members: [(name: String, value: String)],
        path: String = "",
        formerNames: [String: String] = [:]
    ) {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        for (name, value) in members {
            json.key(name)
            json.string(value)
        }
        json.endObject()
        text = json.finish()
        self.path = path
        self.formerNames = formerNames
        root = try? JSON(parsing: text).root
    }

    private init(_ root: JSONValue, path: String, of text: [UInt8]) {
        self.root = root
        self.text = text
        self.path = path
    }

    func refuse(allBut members: [String]) throws(Problem) {
        try refuse(allBut: members, naming: members)
    }

    /// Refuses other members than `members`, and names those that are `known`.
    private func refuse(allBut members: [String], naming known: [String]) throws(Problem) {
        let unknown = root?.members.first { member in
            !members.contains(where: member.name.isIdentical)
        }
        guard let unknown else { return }
        let meant = suggestion(for: unknown.name, among: known)
        throw Problem(
            400,
            "Unknown member",
            detail: "There is no member '\(path)\(shortened(unknown.name))'.",
            hint: (meant.map { "Did you mean '\($0)'? " } ?? "")
                + "The members are: \(enumerated(known)).",
            member: path + unknown.name
        )
    }

    // MARK: Members

    /// The whole object; nil for an empty body.
    var whole: JSONValue? { root }
    /// The JSON of the object; empty for an empty body.
    var objectText: [UInt8] { root.map { Array($0.rawText) } ?? [] }

    /// The value of a member, or nil when it is absent.
    func value(_ name: String) -> JSONValue? { root?[spelled(name)] }

    /// The name of a member as the body has it.
    private func spelled(_ name: String) -> String {
        guard let former = formerNames[name], root?[former] != nil else { return name }
        return former
    }

    func has(_ name: String) -> Bool { value(name) != nil }

    /// The member `name` as an object with no other members than `members`; nil when absent.
    func object(_ name: String, members: [String]) throws(Problem) -> ControlBody? {
        guard let value = try object(name) else { return nil }
        return try part(value, name, members: members)
    }

    /// An object inside this one, at `place`, with no other members than `members`, also by their
    /// `formerNames`.
    func part(
        _ value: JSONValue,
        _ place: String,
        members: [String],
        formerNames: [String: String] = [:]
    ) throws(Problem) -> ControlBody {
        var body = ControlBody(value, path: "\(path)\(place).", of: text)
        try body.allow(members, formerNames)
        return body
    }

    /// The member `name` as a list of 1 to `most` objects, as ``object(_:members:)``.
    func objects(
        _ name: String,
        members: [String],
        atMost most: Int
    ) throws(Problem) -> [ControlBody] {
        guard let value = value(name) else { return [] }
        let hint = "Send a list of 1 to \(most) objects."
        guard value.kind == .array else {
            throw wrongType(name, value, wanted: "a list", hint: hint)
        }
        let elements = value.elements
        guard 1...most ~= elements.count else {
            throw .badValue("The list in \(place(name)) has \(elements.count) elements.", hint)
        }
        var objects: [ControlBody] = []
        for (index, element) in elements.enumerated() {
            guard element.kind == .object else {
                throw wrongType("\(name)[\(index)]", element, wanted: "an object", hint: hint)
            }
            let body = ControlBody(element, path: "\(path)\(name)[\(index)].", of: text)
            try body.refuse(allBut: members)
            objects.append(body)
        }
        return objects
    }

    /// The JSON text of the member `name`, an object, or nil when it is absent.
    ///
    /// What stands before it is blanked out, so that a line and column in it are those of the body.
    func textOfObject(_ name: String) throws(Problem) -> [UInt8]? {
        guard let value = try object(name) else { return nil }
        let before = text.prefix(value.offset).map { byte in
            byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")
        }
        return before + value.rawText
    }

    // MARK: Refusals

    /// The refusal of a body without the required member `name`.
    func missing(_ name: String, _ hint: String) -> Problem {
        Problem(
            400,
            "Missing member",
            detail: "The member '\(path)\(name)' is missing.",
            hint: hint,
            member: path + name
        )
    }

    /// The refusal of a member whose JSON type is not `wanted`, such as `a text`.
    func wrongType(_ name: String, _ value: JSONValue, wanted: String, hint: String) -> Problem {
        Problem(
            400,
            "Wrong type",
            detail: "\(capitalPlace(name)) is \(Self.words(value)), and must be \(wanted).",
            hint: hint,
            member: fullName(name)
        )
    }

    /// The refusal of a member that has the right type, but a value that is not allowed.
    func badValue(_ name: String, _ value: JSONValue, hint: String) -> Problem {
        Problem(
            400,
            "Bad value",
            detail: "\(capitalPlace(name)) is \(Self.words(value)).",
            hint: hint,
            member: fullName(name)
        )
    }

    /// The member `name` as messages call it.
    func place(_ name: String) -> String { "the member '\(fullName(name))'" }
    /// As ``place(_:)`` at the beginning of a sentence.
    func capitalPlace(_ name: String) -> String { "The member '\(fullName(name))'" }
    /// The member `name` with the objects that it is in: `match.header`.
    func fullName(_ name: String) -> String { path + spelled(name) }

    private static func words(_ value: JSONValue) -> String {
        switch value.kind {
        case .null: "null"
        case .bool: value.bool == true ? "true" : "false"
        case .number: "the number \(shortened(String(decoding: value.rawText, as: UTF8.self)))"
        case .string: "the text '\(shortened(value.string ?? ""))'"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
