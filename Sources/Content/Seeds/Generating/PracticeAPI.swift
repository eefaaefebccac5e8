package import MockPostlyContent
internal import MockPostlyJSON
package import MockPostlyNouns
internal import MockPostlyWorld

/// The API that most tutorials practise on, JSONPlaceholder: its collections, shapes, counts and
/// relations, with texts of our own.
///
/// Composed when it is asked for, the same bytes in each run.
package struct PracticeAPI {
    /// Its name in place of a file.
    package static let name = "jsonplaceholder"
    /// The host of the original.
    package static let host = "jsonplaceholder.typicode.com"

    private var composer: Composer

    /// The collections: 100 posts, 500 comments, 100 albums, 5,000 photos, 10 users, 200 todos.
    ///
    /// - Throws: ``SeedFault`` when the phrases inside the program are damaged.
    package static func source() throws(SeedFault) -> CollectionSource {
        var api = PracticeAPI(composer: Composer(try .embedded(), RandomSource(seed: 1)))
        var writer = JSONWriter(escaping: .utf8, reserving: 1 << 20)
        writer.beginObject()
        writer.list("posts", 100) { api.post($0, &$1) }
        writer.list("comments", 500) { api.comment($0, &$1) }
        writer.list("albums", 100) { api.album($0, &$1) }
        writer.list("photos", 5000) { api.photo($0, &$1) }
        writer.list("users", people.count) { api.user($0, &$1) }
        writer.list("todos", 200) { api.todo($0, &$1) }
        writer.endObject()
        return try CollectionSource(name, text: writer.finish())
    }

    // MARK: Rows, numbered from 1

    private mutating func post(_ id: Int, _ writer: inout JSONWriter) {
        composer.beginPost()
        writer.field("userId", (id - 1) / 10 + 1)
        writer.field("id", id)
        writer.field("title", composer.title())
        composer.writePost(words: 25...45)
        writer.field("body", composer.textOfParagraphs.joined(separator: "\n"))
    }

    private mutating func comment(_ id: Int, _ writer: inout JSONWriter) {
        composer.beginPost()
        writer.field("postId", (id - 1) / 5 + 1)
        writer.field("id", id)
        writer.field("name", composer.title())
        let (given, family) = (composer.random.pick(Self.givenNames), pick(\.family))
        writer.field("email", "\(given)@\(Self.folded(family)).example")
        composer.writeComment(composer.random.happens(25) ? .question : .comment)
        writer.field("body", String(decoding: composer.text, as: UTF8.self))
    }

    private mutating func album(_ id: Int, _ writer: inout JSONWriter) {
        writer.field("userId", (id - 1) / 10 + 1)
        writer.field("id", id)
        writer.field("title", title())
    }

    private mutating func photo(_ id: Int, _ writer: inout JSONWriter) {
        writer.field("albumId", (id - 1) / 50 + 1)
        writer.field("id", id)
        writer.field("title", title())
        let digits = String(composer.random.below(1 << 24), radix: 16)
        let color = String(repeating: "0", count: 6 - digits.utf8.count) + digits
        writer.field("url", "\(CollectionLink.scheme)pictures/600/\(color)")
        writer.field("thumbnailUrl", "\(CollectionLink.scheme)pictures/150/\(color)")
    }

    private mutating func todo(_ id: Int, _ writer: inout JSONWriter) {
        writer.field("userId", (id - 1) / 20 + 1)
        writer.field("id", id)
        writer.field("title", title())
        writer.field("completed", composer.random.happens(45))
    }

    private mutating func user(_ id: Int, _ writer: inout JSONWriter) {
        let person = Self.people[id - 1]
        writer.field("id", id)
        writer.field("name", "\(person.given) \(person.family)")
        let names = (Self.folded(person.given), Self.folded(person.family))
        writer.field("username", "\(person.given)_\(person.family.prefix(1))\(id)")
        writer.field("email", "\(names.0).\(names.1)@\(person.company.word).example")
        writer.key("address")
        writer.beginObject()
        writer.field("street", person.street)
        writer.field("suite", "Apt. \(100 + composer.random.below(900))")
        writer.field("city", person.city)
        writer.field("zipcode", "\(digits(5))-\(digits(4))")
        writer.key("geo")
        writer.beginObject()
        writer.field("lat", degrees(90))
        writer.field("lng", degrees(180))
        writer.endObject()
        writer.endObject()
        writer.field("phone", "1-555-\(digits(3))-\(digits(4))")
        writer.field("website", "\(names.1).example")
        writer.key("company")
        writer.beginObject()
        writer.field("name", person.company.name)
        writer.field("catchPhrase", person.company.phrase)
        writer.field("bs", person.company.trade)
        writer.endObject()
    }

    // MARK: Words

    private mutating func title() -> String {
        composer.beginPost()
        return composer.title()
    }

    private mutating func pick(_ member: KeyPath<Person, String>) -> String {
        composer.random.pick(Self.people)[keyPath: member]
    }

    private mutating func digits(_ count: Int) -> String {
        (0..<count).map { _ in "\(1 + composer.random.below(9))" }.joined()
    }

    /// A text, as the original has it: `-43.9509`.
    private mutating func degrees(_ limit: Int) -> String {
        let sign = composer.random.happens(50) ? "-" : ""
        return "\(sign)\(composer.random.below(limit)).\(digits(4))"
    }

    private static func folded(_ name: String) -> String { name.lowercased() }
}

extension JSONWriter {
    /// Writes a member with `count` objects, whose members `write` adds.
    fileprivate mutating func list(
        _ name: String,
        _ count: Int,
        _ write: (_ id: Int, _ writer: inout JSONWriter) -> Void
    ) {
        key(name)
        beginArray()
        for id in 1...count {
            beginObject()
            write(id, &self)
            endObject()
        }
        endArray()
    }
}

/// Somebody of the practice API.
private struct Person: Sendable {
    struct Company: Sendable {
        /// The name as a host has it.
        var word: String
        var name: String
        var phrase: String
        var trade: String
    }

    var given: String
    var family: String
    var street: String
    var city: String
    var company: Company
}

extension PracticeAPI {
    private static let givenNames = [
        "Ada", "Bo", "Cleo", "Dario", "Esme", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Keiko",
        "Lars", "Mina", "Noor", "Otto", "Pia", "Ravi", "Suki", "Tariq", "Vera",
    ]

    private static let people = [
        Person(
            given: "Marta",
            family: "Ekholm",
            street: "Lantern Row",
            city: "Port Alder",
            company: .init(
                word: "ekholm-tides",
                name: "Ekholm Tides",
                phrase: "Tide tables for small harbours",
                trade: "measure quiet waters"
            )
        ),
        Person(
            given: "Idris",
            family: "Bellamy",
            street: "Orchard Steps",
            city: "Hollowford",
            company: .init(
                word: "bellamy-and-rye",
                name: "Bellamy and Rye",
                phrase: "Bread that keeps for a week",
                trade: "bake slow loaves"
            )
        ),
        Person(
            given: "Yuna",
            family: "Castell",
            street: "Tannery Lane",
            city: "Westmere",
            company: .init(
                word: "castell-maps",
                name: "Castell Maps",
                phrase: "Paths on paper, redrawn each spring",
                trade: "survey hill paths"
            )
        ),
        Person(
            given: "Anton",
            family: "Quist",
            street: "Ferry Street",
            city: "Nordhaven",
            company: .init(
                word: "quist-clockworks",
                name: "Quist Clockworks",
                phrase: "Repairs for clocks of any age",
                trade: "mend old movements"
            )
        ),
        Person(
            given: "Leila",
            family: "Okonma",
            street: "Granary Yard",
            city: "Saltbridge",
            company: .init(
                word: "okonma-seeds",
                name: "Okonma Seeds",
                phrase: "Vegetables that people had forgotten",
                trade: "grow rare varieties"
            )
        ),
        Person(
            given: "Piotr",
            family: "Varga",
            street: "Signal Road",
            city: "Junction Green",
            company: .init(
                word: "varga-rail",
                name: "Varga Rail",
                phrase: "Night trains, with breakfast",
                trade: "run narrow gauges"
            )
        ),
        Person(
            given: "Sanna",
            family: "Dupree",
            street: "Kiln Court",
            city: "Clayton Weir",
            company: .init(
                word: "dupree-pots",
                name: "Dupree Pots",
                phrase: "Bowls from one hill's clay",
                trade: "throw plain dishes"
            )
        ),
        Person(
            given: "Emeka",
            family: "Lindgren",
            street: "Observatory Close",
            city: "Highfell",
            company: .init(
                word: "lindgren-lenses",
                name: "Lindgren Lenses",
                phrase: "Telescopes for back gardens",
                trade: "grind clear glass"
            )
        ),
        Person(
            given: "Rosa",
            family: "Takeda",
            street: "Cooper's Wharf",
            city: "Little Haven",
            company: .init(
                word: "takeda-boats",
                name: "Takeda Boats",
                phrase: "Hulls that a family can lift",
                trade: "build light boats"
            )
        ),
        Person(
            given: "Kasper",
            family: "Moreau",
            street: "Violet Hill",
            city: "Upper Linden",
            company: .init(
                word: "moreau-notes",
                name: "Moreau Notes",
                phrase: "Notebooks that lie flat",
                trade: "bind good paper"
            )
        ),
    ]
}
