package import MockPostlyJSON

/// The path of an object in a seed file, for messages, and the members that it may have.
package struct SeedPlace {
    /// In the order of the documentation.
    ///
    /// Messages about an unknown member list them.
    package let members: [String]
    /// Members that it may have besides, which are not for people.
    var unlisted: [String] = []
    private let owner: String
    private var index: Int?
    private var list = ""
    private var inner = 0

    /// The object at `path`, such as `wall`; empty for the document itself.
    ///
    /// - Parameters:
    ///   - path: of the object.
    ///   - members: all names that it may have.
    package init(_ path: String, members: [String]) {
        (owner, self.members) = (path, members)
    }

    /// An element of a list, such as `posts[3]`.
    ///
    /// - Parameters:
    ///   - path: of the list.
    ///   - index: from 0.
    ///   - members: all names that an element may have.
    package init(_ path: String, at index: Int, members: [String]) {
        (owner, self.index, self.members) = (path, index, members)
    }

    /// An element of a list in an element, such as `posts[3].comments[2]`.
    ///
    /// - Parameters:
    ///   - path: of the outer list.
    ///   - index: of its element, from 0.
    ///   - list: the name of the inner list.
    ///   - inner: of the inner element, from 0.
    ///   - members: all names that an inner element may have.
    package init(
        _ path: String,
        at index: Int,
        _ list: String,
        at inner: Int,
        members: [String]
    ) {
        (owner, self.index, self.members) = (path, index, members)
        (self.list, self.inner) = (list, inner)
    }

    /// The path of a member, such as `posts[3].likes`; without an argument that of the object.
    ///
    /// Made on each call: for messages alone.
    package func path(_ member: String = "") -> String {
        var path = owner
        if let index { path += "[\(index)]" }
        if !list.isEmpty { path += ".\(list)[\(inner)]" }
        return path.isEmpty || member.isEmpty ? path + member : path + "." + member
    }
}

/// The members of an object, with a count of those that were read.
package struct SeedMembers {
    /// The object as it is in the file, with its position.
    package let value: JSONValue
    package let place: SeedPlace
    private var found = 0

    /// After the known members were taken, ``SeedReading/close(_:)`` reports the others.
    package init(_ value: JSONValue, _ place: SeedPlace) {
        (self.value, self.place) = (value, place)
    }

    /// The member of this name, nil when it is absent; to be called once for each name.
    package mutating func take(_ name: String) -> JSONValue? {
        let member = value[name]
        if member != nil { found += 1 }
        return member
    }

    /// Whether there is an unknown member, or a name twice.
    var hasMore: Bool { value.count != found }
}

/// The name of each member of an object and its offset in the file, in the order of the file.
///
/// Only for messages: it scans the text of the object again.
func memberNames(of object: JSONValue) -> [(name: String, offset: Int)] {
    var names: [(name: String, offset: Int)] = []
    let text = object.rawText
    var depth = 0
    var expectsName = false
    var index = text.startIndex
    while index < text.endIndex {
        let start = index
        index += 1
        switch text[start] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            depth += 1
            expectsName = depth == 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: ","): expectsName = depth == 1
        case UInt8(ascii: "\""):
            while text[index] != UInt8(ascii: "\"") {
                index += text[index] == UInt8(ascii: "\\") ? 2 : 1
            }
            index += 1
            guard expectsName else { break }
            expectsName = false
            let name = try? JSON(parsing: Array(text[start..<index])).root.string
            names.append((name ?? "", start))
        default: break
        }
    }
    return names
}

extension JSONValue {
    /// The value as a message shows it after "found".
    var found: String {
        switch kind {
        case .null: "null"
        case .bool: bool == true ? "true" : "false"
        case .array: count == 0 ? "an empty array" : "an array"
        case .object: "an object"
        case .number, .string: shortened(String(decoding: rawText, as: UTF8.self))
        }
    }
}

/// At most 48 characters; a longer text is cut and ends in three dots.
private func shortened(_ text: String) -> String {
    guard text.count > 48 else { return text }
    return text.prefix(45) + "..."
}
