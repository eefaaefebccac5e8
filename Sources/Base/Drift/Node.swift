internal import MockPostlyJSON

/// A value of an answer's body.
enum Node: Sendable, Equatable {
    case null
    case bool(Bool)
    /// As it is written: `1`, `1.0` and `1e0` differ.
    case number(String)
    case text(String)
    case list([Node])
    case object([Member])

    struct Member: Sendable, Equatable {
        var name: String
        var value: Node
    }

    enum Kind: String, Sendable, Comparable {
        case null = "null"
        case bool = "a boolean"
        case number = "a number"
        case text = "a text"
        case list = "a list"
        case object = "an object"

        static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The value that `json` is, with `adapt` applied to each text.
    init(_ json: JSONValue, _ adapt: (String) -> String) {
        switch json.kind {
        case .null: self = .null
        case .bool: self = .bool(json.bool == true)
        case .number: self = .number(String(decoding: json.rawText, as: UTF8.self))
        case .string: self = .text(adapt(json.string ?? ""))
        case .array: self = .list(json.elements.map { Node($0, adapt) })
        case .object:
            self = .object(json.members.map { Member(name: $0.name, value: Node($0.value, adapt)) })
        }
    }

    var kind: Kind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .number: .number
        case .text: .text
        case .list: .list
        case .object: .object
        }
    }

    var members: [Member] { if case .object(let members) = self { members } else { [] } }

    var elements: [Node] { if case .list(let elements) = self { elements } else { [] } }

    /// The member called `name`; nil when there is none.
    subscript(_ name: String) -> Node? { members.first { $0.name == name }?.value }

    /// What a template writes for it; nil for lists, objects and null.
    var plain: String? {
        switch self {
        case .text(let text): text
        case .number(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .list, .object: nil
        }
    }

    /// The value at a path such as `posts[0].author.id`; the whole value for an empty path.
    func value(at path: String) -> Node? {
        var node: Node? = self
        for step in path.split(separator: ".") {
            let name = step.prefix { $0 != "[" }
            if !name.isEmpty { node = node?[String(name)] }
            for part in step.dropFirst(name.count).split(separator: "[") {
                let elements = node?.elements ?? []
                guard let index = Int(part.prefix { $0 != "]" }), elements.indices.contains(index)
                else { return nil }
                node = elements[index]
            }
        }
        return node
    }

    /// What paths call the first element of the first list in it: a member `name` of that, or its id;
    /// nil without one.
    func firstID(named name: String) -> String? {
        guard let first = firstList?.first else { return nil }
        let members = [name, "id", "_id", "slug"]
        let texts = [first.plain] + members.map { first[$0]?.plain }
        // These in a path would make it that of the list, or of what is above.
        return texts.lazy.compactMap(\.self).first { !["", ".", ".."].contains($0) }
    }

    /// The value when it is a list, or the first list among its members.
    private var firstList: [Node]? {
        if case .list(let elements) = self { return elements }
        return members.lazy.compactMap { $0.value.firstList }.first
    }

    /// Calls `body` with each scalar and its path, members by their names' order.
    ///
    /// Their own order is not used: two answers of a server may differ in it.
    func forEachScalar(at path: String, _ body: (String, Node) -> Void) {
        switch self {
        case .null, .bool, .number, .text: body(path, self)
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                element.forEachScalar(at: "\(path)[\(index)]", body)
            }
        case .object(let members):
            for member in members.sorted(by: { $0.name < $1.name }) {
                let name = isSomebodys(member.name) ? "{…}" : member.name
                member.value.forEachScalar(at: "\(path).\(name)", body)
            }
        }
    }

    /// Calls `body` with the name of each member within it.
    func forEachName(_ body: (String) -> Void) {
        switch self {
        case .null, .bool, .number, .text: break
        case .list(let elements): for element in elements { element.forEachName(body) }
        case .object(let members):
            for member in members {
                body(member.name)
                member.value.forEachName(body)
            }
        }
    }

    /// The value in one line, as JSON writes it.
    var line: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let text): text
        case .text(let text): quotedJSON(text)
        case .list(let elements): "[" + elements.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { "\(quotedJSON($0.name)):\($0.value.line)" }.joined(separator: ",")
                + "}"
        }
    }
}

/// Whether the name of a member may be somebody's, such as an id or an address.
func isSomebodys(_ name: String) -> Bool {
    let digits = name.utf8.count { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    let isWord = name.utf8.allSatisfy { byte in
        isLetterOrDigit(byte)
            || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "$")].contains(byte)
    }
    return !isWord || digits >= 4 || digits == name.utf8.count || TextForm(name) != nil
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
    default: false
    }
}

/// `text` as a string of JSON.
func quotedJSON(_ text: String) -> String {
    var writer = JSONWriter(escaping: .utf8)
    writer.string(text)
    return String(decoding: writer.finish(), as: UTF8.self)
}

/// `text` with each `part` replaced by `other`, compared by bytes; an empty part is nowhere.
func replacing(_ part: String, by other: String, in text: String) -> String {
    let (bytes, wanted) = (Array(text.utf8), Array(part.utf8))
    guard let first = wanted.first, bytes.count >= wanted.count else { return text }
    var result: [UInt8] = []
    var at = 0
    var isChanged = false
    while at < bytes.count {
        if bytes[at] == first, bytes[at...].starts(with: wanted) {
            result += other.utf8
            at += wanted.count
            isChanged = true
        } else {
            result.append(bytes[at])
            at += 1
        }
    }
    return isChanged ? String(decoding: result, as: UTF8.self) : text
}
