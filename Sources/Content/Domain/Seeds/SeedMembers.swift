import MockPostlyJSON

/// Which part of a seed file a fault is about.
enum SeedPlace {
    case document
    case user(Int)
    case post(Int)
    case comment(post: Int, Int)
    case community
    case communityMember(Int)
    case communityPost(Int)
    case communityComment(post: Int, Int)
    case communityToken(Int)
    /// An object that names a person.
    case person(String)
    case dummyJSON
    /// A part of it with a list for each kind of record.
    case records(String)
    case customResponse(Int)

    /// The path of a member, such as `posts[3].likes`.
    func path(_ member: String = "") -> String {
        let owner =
            switch self {
            case .document: ""
            case .user(let user): "users[\(user)]"
            case .post(let post): "posts[\(post)]"
            case .comment(let post, let comment): "posts[\(post)].comments[\(comment)]"
            case .community: "community"
            case .communityMember(let member): "community.members[\(member)]"
            case .communityPost(let post): "community.posts[\(post)]"
            case .communityComment(let post, let comment):
                "community.posts[\(post)].comments[\(comment)]"
            case .communityToken(let token): "community.tokens[\(token)]"
            case .person(let path): path
            case .dummyJSON: "dummyjson"
            case .records(let part): "dummyjson.\(part)"
            case .customResponse(let response): "dummyjson.customResponses[\(response)]"
            }
        return owner.isEmpty || member.isEmpty ? owner + member : owner + "." + member
    }

    /// What the members of such a place are, in the order of the documentation.
    var members: [String] {
        switch self {
        case .document: ["users", "posts", "community", "dummyjson", "exact"]
        case .user:
            [
                "userId", "name", "email", "profilePicture", "password", "createdAt",
                "passwordHash", "lastLogin", "number",
            ]
        case .post:
            [
                "_id", "author", "title", "content", "slug", "status", "coverImage", "createdAt",
                "updatedAt", "views", "likes", "comments", "authorName", "authorEmail",
                "authorPicture",
            ]
        case .comment:
            ["_id", "author", "content", "createdAt", "authorName", "authorPicture"]
        case .community: ["members", "posts", "tokens", "nextPostId", "nextCommentId"]
        case .communityMember: ["user", "joinedAt"]
        case .communityPost:
            [
                "author", "content", "imageUrl", "createdAt", "updatedAt", "likes", "comments",
                "id",
            ]
        case .communityComment: ["author", "content", "createdAt", "id"]
        case .communityToken: ["user", "token", "hash", "createdAt", "revokedAt"]
        case .person: ["userId"]
        case .dummyJSON: ["imported", "changes", "deleted", "customResponses"]
        case .records: DocumentKind.allCases.map { "\($0.name)" }
        case .customResponse: ["identifier", "method", "body", "createdAt"]
        }
    }
}

/// The members of an object, and whether all of them were asked for.
struct SeedMembers {
    let value: JSONValue
    let place: SeedPlace
    private var found = 0

    init(_ value: JSONValue, _ place: SeedPlace) {
        (self.value, self.place) = (value, place)
    }

    mutating func take(_ name: String) -> JSONValue? {
        let member = value[name]
        if member != nil { found += 1 }
        return member
    }

    /// Whether a member is there that nobody asked for, or one is there twice.
    var hasMore: Bool { value.count != found }
}

/// Where the name of each member stands, in document order.
///
/// For faults only: it reads the object's text again.
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
    /// What stands here, as a fault says it after "found".
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

/// At most 48 characters, the last of them dots when something is cut.
private func shortened(_ text: String) -> String {
    guard text.count > 48 else { return text }
    return text.prefix(45) + "..."
}
