internal import MockPostlyJSON
internal import MockPostlyJavaScript
package import MockPostlyNouns

/// Makes the records of the legacy era from today's: fewer records, in their old shapes.
struct LegacyRecords {
    /// How many records of each kind there were; the first ones of today are taken.
    private static let counts: [DocumentKind: Int] = [
        .posts: 150, .users: 100, .comments: 340, .todos: 150, .quotes: 100, .products: 100,
        .recipes: 0, .carts: 20,
    ]
    /// Posts belong to the first 50 users.
    private static let authors: Int64 = 50

    private let set: DocumentSet

    init(_ set: DocumentSet) {
        self.set = set
    }

    /// Whether the records are of the legacy era already: reactions were a number then.
    private var areOld: Bool {
        self.set.documents(.posts).contains { $0["reactions"]?.double != nil }
    }

    /// The records of the legacy era, each with its members in the order of that time.
    func reshaped() -> DocumentSet {
        guard !areOld else { return set }
        return DocumentSet { kind in
            let documents = set.documents(kind).prefix(Self.counts[kind] ?? 0)
            var json = JSONWriter(escaping: .utf8, reserving: documents.count * 512)
            json.beginArray()
            for document in documents {
                json.beginObject()
                json.field("id", document.id)
                write(kind, document, to: &json)
                json.endObject()
            }
            json.endArray()
            return json.finish()
        }
    }

    private func write(_ kind: DocumentKind, _ document: Document, to json: inout JSONWriter) {
        let copy = { (names: [StaticString], json: inout JSONWriter) in
            for name in names { json.stored(name, of: document, .upstream) }
        }
        switch kind {
        case .posts:
            copy(["title", "body"], &json)
            json.field("userId", owner(document, among: Self.authors))
            copy(["tags"], &json)
            let reactions = document["reactions"]
            let (likes, dislikes) = (reactions?["likes"]?.int, reactions?["dislikes"]?.int)
            let (sum, overflow) = (likes ?? 0).addingReportingOverflow(dislikes ?? 0)
            json.field("reactions", overflow ? 0 : sum)
        case .comments:
            copy(["body"], &json)
            json.field("postId", wrapped(document["postId"]?.int, .posts))
            let author = wrapped(document["user"]?["id"]?.int, .users)
            json.key("user")
            json.beginObject()
            json.field("id", author)
            json.field("username", username(of: author))
            json.endObject()
        case .todos:
            copy(["todo", "completed"], &json)
            json.field("userId", owner(document, among: 100))
        case .products:
            copy(["title", "description"], &json)
            copy(["price", "discountPercentage", "rating", "stock"], &json)
            json.field("brand", document["brand"]?.string ?? "Unbranded")
            if let category = oldCategory(of: document) {
                json.field("category", category)
            } else {
                copy(["category"], &json)
            }
            copy(["thumbnail", "images"], &json)
        case .users: writeUser(document, &json)
        case .carts: writeCart(document, &json)
        case .quotes, .recipes:
            for (name, value) in document.value.members where name != "id" {
                json.key(name)
                json.raw(value.rawText)
            }
        }
    }

    // MARK: Products

    /// The names of that time for categories that have other names today.
    private static let oldCategories = ["skin-care": "skincare", "vehicle": "automotive"]

    /// The category of a product if it was another one at that time.
    private func oldCategory(of product: Document) -> String? {
        // Lamps have a tag today where they had a category.
        if product["tags"]?.elements.contains(where: { $0.string == "lighting" }) == true {
            return "lighting"
        }
        return product["category"]?.string.flatMap { Self.oldCategories[$0] }
    }

    // MARK: People

    /// The user with whom the tutorials of that time log in.
    private static let known: (id: Int64, members: [String: String]) = (
        15,
        [
            "firstName": "Jeanne", "lastName": "Halvorson", "maidenName": "Kilback",
            "gender": "female", "email": "kminchelle@qq.com", "username": "kminchelle",
            "password": "0lelplR",
        ]
    )

    private func username(of id: Int64) -> String {
        if id == Self.known.id { return Self.known.members["username"] ?? "" }
        return set.documents(.users).first { $0.id == id }?["username"]?.string ?? ""
    }

    private func writeUser(_ user: Document, _ json: inout JSONWriter) {
        let known = user.id == Self.known.id ? Self.known.members : [:]
        for member in Legacy.userMembers {
            switch member {
            case .group: write(member, user.value, to: &json)
            case .single(let name, _):
                let name = "\(name)"
                if let text = known[name] {
                    json.key(name)
                    json.string(text)
                } else if name == "domain" || name == "image" {
                    let word = username(of: user.id)
                    json.key(name)
                    json.string(
                        name == "image" ? "https://robohash.org/\(word).png" : "\(word).example.com"
                    )
                } else {
                    write(member, user.value, to: &json)
                }
            }
        }
    }

    private func write(
        _ member: UserForm.Member,
        _ stored: JSONValue?,
        to json: inout JSONWriter
    ) {
        switch member {
        case .single(let name, let empty):
            json.key(name)
            if let value = stored?["\(name)"] {
                json.raw(value.rawText)
            } else {
                empty.write(&json)
            }
        case .group(let name, let members):
            json.key(name)
            json.beginObject()
            for inner in members { write(inner, stored?["\(name)"], to: &json) }
            json.endObject()
        }
    }

    // MARK: Carts

    private func writeCart(_ cart: Document, _ json: inout JSONWriter) {
        var (total, discounted, quantity) = (0.0, 0.0, 0.0)
        var lines = 0
        json.key("products")
        json.beginArray()
        for line in cart["products"]?.elements ?? [] {
            let id = wrapped(line["id"]?.int, .products)
            guard let product = set.documents(.products).first(where: { $0.id == id }) else {
                continue
            }
            let price = product["price"]?.double ?? 0
            let count = line["quantity"]?.double ?? 1
            let share = product["discountPercentage"]?.double ?? 0
            let reduced = (price * count * (100 - share) / 100).rounded()
            json.beginObject()
            json.field("id", id)
            json.stored("title", of: product, .upstream)
            json.field("price", price)
            json.field("quantity", count)
            json.field("total", price * count)
            json.field("discountPercentage", share)
            json.field("discountedPrice", reduced)
            json.endObject()
            total += price * count
            discounted += reduced
            quantity += count
            lines += 1
        }
        json.endArray()
        json.field("total", total)
        json.field("discountedTotal", discounted)
        json.field("userId", owner(cart, among: 100))
        json.field("totalProducts", lines)
        json.field("totalQuantity", quantity)
    }

    // MARK: Ids

    private func owner(_ document: Document, among count: Int64) -> Int64 {
        let people = Int64(min(set.count(.users), Int(count)))
        guard let id = document["userId"]?.int, people > 0 else { return 1 }
        return Self.wrap(id, people)
    }

    /// The id of an existing record of that time in place of an id of today.
    private func wrapped(_ id: Int64?, _ kind: DocumentKind) -> Int64 {
        let count = Int64(min(set.count(kind), Self.counts[kind] ?? 0))
        guard let id, count > 0 else { return 1 }
        return Self.wrap(id, count)
    }

    /// A number from 1 to `count`; it repeats every `count` ids.
    private static func wrap(_ id: Int64, _ count: Int64) -> Int64 {
        (id % count + count - 1) % count + 1
    }
}

extension DummyJSON.Era {
    /// The records of this era, made from today's.
    ///
    /// The current era returns `set` itself. Ids stay; costs a new document per record in the
    /// legacy era.
    package func records(_ set: DocumentSet) -> DocumentSet {
        self == .legacy ? LegacyRecords(set).reshaped() : set
    }
}
