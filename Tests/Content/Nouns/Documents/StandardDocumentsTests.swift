import MockPostlyJSON
import Testing

@testable import MockPostlyNouns

/// What holds of the records in this program.
@Suite
struct StandardDocumentsTests {
    private static let set = DocumentSet.standard

    private func all(_ kind: DocumentKind) -> [Document] { Self.set.documents(kind) }

    private func isThere(_ id: JSONValue?, _ kind: DocumentKind) -> Bool {
        guard let id = id?.int else { return false }
        return 1...Int64(Self.set.count(kind)) ~= id
    }

    private func person(_ id: JSONValue?) -> Document? {
        isThere(id, .users) ? id?.int.map { all(.users)[Int($0) - 1] } : nil
    }

    private static let people = [
        "emilys Emily Johnson", "michaelw Michael Williams", "sophiab Sophia Brown",
        "jamesd James Davis", "emmaj Emma Miller", "oliviaw Olivia Wilson",
        "alexanderj Alexander Jones", "avat Ava Taylor", "ethanm Ethan Martinez",
        "isabellad Isabella Anderson", "liamg Liam Garcia", "miar Mia Rodriguez",
        "noahh Noah Hernandez", "charlottem Charlotte Lopez", "williamg William Gonzalez",
        "averyp Avery Perez", "evelyns Evelyn Sanchez", "logant Logan Torres",
        "abigailr Abigail Rivera", "jacksone Jackson Evans", "madisonc Madison Collins",
        "elijahs Elijah Stewart", "chloem Chloe Morales", "mateon Mateo Nguyen",
        "harpere Harper Kelly", "evelyng Evelyn Gonzalez", "danielc Daniel Cook", "lilyb Lily Lee",
        "henryh Henry Hill", "addisonw Addison Wright",
    ]

    @Test(arguments: DocumentKind.allCases)
    func `their counts are known before they are parsed`(kind: DocumentKind) {
        #expect(DocumentSet.standardCount(kind) == all(kind).count)
    }

    /// What a start shows without parsing them.
    @Test
    func `the log-in of today's tutorials holds, that of the legacy era does not`() {
        let logins = all(.users).map {
            "\($0["username"]?.string ?? "") \($0["password"]?.string ?? "")"
        }
        #expect(logins.contains("emilys emilyspass") && !logins.contains("kminchelle 0lelplR"))
    }

    @Test
    func `the people whom clients know by name`() {
        let names = all(.users).prefix(30).map { user in
            ["username", "firstName", "lastName"].map { user[$0]?.string ?? "" }
                .joined(separator: " ")
        }
        #expect(names == Self.people)
    }

    @Test
    func `every person logs in by the one rule`() {
        var names: Set<String> = []
        for user in all(.users) {
            let name = user["username"]?.string ?? ""
            #expect(!name.isEmpty && name == name.lowercased() && names.insert(name).inserted)
            #expect(user["password"]?.string == name + "pass")
            #expect(user["image"]?.string == "https://dummyjson.com/icon/\(name)/128")
            let (first, last) = (user["firstName"]?.string ?? "", user["lastName"]?.string ?? "")
            #expect(user["email"]?.string == "\(first).\(last)@x.dummyjson.com".lowercased())
        }
        let roles = all(.users).map { $0["role"]?.string }
        #expect(roles.prefix(5).allSatisfy { $0 == "admin" })
        #expect(roles[5..<15].allSatisfy { $0 == "moderator" })
        #expect(roles[15...].allSatisfy { $0 == "user" })
    }

    @Test
    func `posts, comments and todos name people who are there`() {
        for post in all(.posts) {
            #expect(person(post["userId"]) != nil)
            #expect(1...3 ~= post["tags"]?.count ?? 0)
        }
        for todo in all(.todos) { #expect(person(todo["userId"]) != nil) }
        for recipe in all(.recipes) { #expect(person(recipe["userId"]) != nil) }
        for comment in all(.comments) {
            #expect(isThere(comment["postId"], .posts))
            let author = person(comment["user"]?["id"])
            #expect(comment["user"]?["username"]?.string == author?["username"]?.string)
            let names = ["firstName", "lastName"].compactMap { author?[$0]?.string }
            #expect(comment["user"]?["fullName"]?.string == names.joined(separator: " "))
        }
    }

    @Test
    func `ten posts and more speak of love`() {
        let found = all(.posts).compactMap { $0["body"]?.string?.lowercased() }
            .count { $0.contains("love") }
        #expect(found >= 10)
    }

    @Test
    func `carts hold real products, and their sums are right`() {
        for cart in all(.carts) {
            #expect(cart["userId"]?.int == cart.id)
            var (total, discounted, quantity) = (0.0, 0.0, Int64(0))
            let lines = cart["products"]?.elements ?? []
            for line in lines {
                guard isThere(line["id"], .products), let id = line["id"]?.int else {
                    Issue.record("cart \(cart.id) has a product that is not there")
                    continue
                }
                let product = all(.products)[Int(id) - 1]
                for name in ["title", "price", "discountPercentage", "thumbnail"] {
                    let (one, other) = (line[name]?.rawText ?? [], product[name]?.rawText ?? [])
                    #expect(one.elementsEqual(other), "\(name) in cart \(cart.id)")
                }
                total += line["total"]?.double ?? .nan
                discounted += line["discountedTotal"]?.double ?? .nan
                quantity += line["quantity"]?.int ?? 0
            }
            #expect(!lines.isEmpty && cart["totalProducts"]?.int == Int64(lines.count))
            #expect(cart["totalQuantity"]?.int == quantity)
            #expect(abs((cart["total"]?.double ?? .nan) - total) < 0.006)
            #expect(abs((cart["discountedTotal"]?.double ?? .nan) - discounted) < 0.006)
        }
    }

    @Test
    func `some products have no brand, and none has an empty one`() {
        let brands = all(.products).map { $0["brand"]?.string }
        #expect(brands.count { $0 == nil } > 50)
        #expect(brands.allSatisfy { $0 != "" })
        #expect(Set(all(.products).compactMap { $0["category"]?.string }).count == 24)
    }
}
