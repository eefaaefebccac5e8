internal import MockPostlyContent
internal import MockPostlyJSON

/// The members that a record must have, so that the API can work with it.
///
/// Other members are allowed and stay as they are.
enum DocumentShape {
    /// What the value of a member must be.
    indirect enum MemberType: Sendable {
        case id, whole, number, text, flag
        case list(MemberType)
        case object([Member])
        case either(MemberType, MemberType)
    }

    /// A member of a record, with its type and whether it may be absent.
    struct Member: Sendable {
        let name: String
        let type: MemberType
        var isOptional = false

        init(_ name: String, _ type: MemberType, isOptional: Bool = false) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
        }
    }

    /// The members that records of this kind must have; with `takesOldForms`, those in which all
    /// records agree, of today and of the legacy era.
    static func of(_ kind: DocumentKind, takesOldForms: Bool = false) -> [Member] {
        switch kind {
        case .posts: takesOldForms ? oldPosts : posts
        case .users: users
        case .comments: takesOldForms ? oldComments : comments
        case .todos: todos
        case .quotes: quotes
        case .products: products
        case .recipes: recipes
        case .carts: carts
        }
    }

    /// Where records of this kind have dates; in other places texts are what they are.
    static func dates(of kind: DocumentKind) -> [DatePlace] {
        guard kind == .products else { return [] }
        return [["meta", "createdAt"], ["meta", "updatedAt"], ["reviews", "date"]].map {
            DatePlace($0)
        }
    }

    private static let reactions = MemberType.object([
        Member("likes", .whole), Member("dislikes", .whole),
    ])

    private static let posts = [
        Member("id", .id), Member("title", .text), Member("body", .text),
        Member("tags", .list(.text)), Member("reactions", reactions), Member("views", .whole),
        Member("userId", .whole),
    ]

    private static let oldPosts = [
        Member("id", .id), Member("title", .text), Member("body", .text),
        Member("tags", .list(.text)), Member("reactions", .either(reactions, .whole)),
        Member("userId", .whole),
    ]

    private static let users =
        [Member("id", .id)]
        + [
            "firstName", "lastName", "email", "username", "password", "gender", "image",
        ].map { Member($0, .text) }
        + ["hair", "address", "bank", "company", "crypto"].map {
            Member($0, .object([]), isOptional: true)
        }

    private static let comments = [
        Member("id", .id), Member("body", .text), Member("postId", .whole),
        Member("likes", .whole),
        Member(
            "user",
            .object([Member("id", .whole), Member("username", .text), Member("fullName", .text)])
        ),
    ]

    private static let oldComments = [
        Member("id", .id), Member("body", .text), Member("postId", .whole),
        Member("user", .object([Member("id", .whole), Member("username", .text)])),
    ]

    private static let todos = [
        Member("id", .id), Member("todo", .text), Member("completed", .flag),
        Member("userId", .whole),
    ]

    private static let quotes = [
        Member("id", .id), Member("quote", .text), Member("author", .text),
    ]

    private static let products = [
        Member("id", .id), Member("title", .text), Member("description", .text),
        Member("category", .text), Member("price", .number),
        Member("discountPercentage", .number), Member("rating", .number),
        Member("stock", .number), Member("tags", .list(.text), isOptional: true),
        Member("brand", .text, isOptional: true), Member("images", .list(.text)),
        Member("thumbnail", .text),
    ]

    private static let recipes = [
        Member("id", .id), Member("name", .text), Member("ingredients", .list(.text)),
        Member("instructions", .list(.text)), Member("tags", .list(.text)),
        Member("userId", .whole), Member("image", .text), Member("mealType", .list(.text)),
    ]

    private static let carts = [
        Member("id", .id),
        Member(
            "products",
            .list(
                .object([
                    Member("id", .whole), Member("title", .text), Member("price", .number),
                    Member("quantity", .number), Member("total", .number),
                ])
            )
        ),
        Member("total", .number), Member("discountedTotal", .number), Member("userId", .whole),
        Member("totalProducts", .whole), Member("totalQuantity", .whole),
    ]
}

extension DocumentShape.MemberType {
    /// What is wrong, and the path inside the value where it is; nil when the value is right.
    func refusal(of value: JSONValue) -> (words: String, path: String)? {
        switch self {
        case .id:
            guard let id = value.double, id >= 1, id == id.rounded() else {
                return ("expected a whole number above 0", "")
            }
            if id >= 0x1p53 { return Self.tooLarge }
        case .whole where value.double.map { $0 != $0.rounded() } ?? true:
            return ("expected a whole number", "")
        case .whole where value.double.map { $0.magnitude >= 0x1p53 } ?? false:
            return Self.tooLarge
        case .number where value.double == nil: return ("expected a number", "")
        case .text where value.string == nil: return ("expected a text", "")
        case .flag where value.bool == nil: return ("expected true or false", "")
        case .list(let type):
            guard value.kind == .array else { return ("expected an array", "") }
            for (index, element) in value.elements.enumerated() {
                if let refusal = type.refusal(of: element) {
                    return (refusal.words, "[\(index)]" + refusal.path)
                }
            }
        case .object(let members):
            guard value.kind == .object else { return ("expected an object", "") }
            for member in members {
                guard let inner = value[member.name] else {
                    return ("is missing", "." + member.name)
                }
                if let refusal = member.type.refusal(of: inner) {
                    return (refusal.words, "." + member.name + refusal.path)
                }
            }
        case .either(let first, let second):
            guard let refusal = second.refusal(of: value), first.refusal(of: value) != nil else {
                return nil
            }
            return refusal
        default: break
        }
        return nil
    }

    private static let tooLarge = ("expected a number below 2^53", "")
}
