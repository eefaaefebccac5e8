import Testing

@testable import APIDialect

/// Names of collections and of what they hold.
struct EnglishTests {
    @Test(arguments: [
        ("post", "posts"), ("category", "categories"), ("person", "people"),
        ("child", "children"), ("address", "addresses"), ("status", "statuses"),
        ("medium", "media"), ("datum", "data"), ("criterion", "criteria"), ("index", "indices"),
        ("mouse", "mice"), ("leaf", "leaves"), ("movie", "movies"), ("hero", "heroes"),
        ("box", "boxes"), ("match", "matches"), ("dish", "dishes"), ("toy", "toys"),
        ("query", "queries"), ("seed-order", "seed-orders"), ("blogPost", "blogPosts"),
        ("salesPerson", "salesPeople"), ("bus", "buses"), ("house", "houses"),
        ("Category", "Categories"), ("photo", "photos"), ("analysis", "analyses"),
        ("day", "days"), ("woman", "women"),
    ])
    func `a word has a plural, and both are known as what they are`(_ one: String, _ many: String) {
        #expect(English.plural(one) == many)
        #expect(English.plural(many) == many)
        #expect(English.singular(many) == one)
        #expect(English.singular(one) == one)
    }

    @Test(arguments: ["news", "series", "sheep", "fish", "equipment", "dailyNews"])
    func `some words are both`(_ word: String) {
        #expect(English.plural(word) == word)
        #expect(English.singular(word) == word)
    }

    @Test(arguments: [("post", "a post"), ("Event", "an Event"), ("user", "a user")])
    func `a noun has its article`(_ noun: String, _ words: String) {
        #expect(English.one(noun) == words)
    }
}
