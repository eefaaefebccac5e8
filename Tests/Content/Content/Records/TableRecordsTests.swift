import MockPostlyJSON
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns

@Suite
struct TableRecordsTests {
    private let domain: Domain
    private let mira: User
    private var posts: TableRecords { TableRecords(.posts, domain.work) }

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.person("Mira")
    }

    private func query(_ order: String, limit: Int = 3) throws -> RecordQuery {
        let name = order.hasPrefix("-") ? String(order.dropFirst()) : order
        let field = try #require(RecordTable.posts.fields.first { $0.name == name })
        return RecordQuery(sort: field, isDescending: order != name, limit: limit)
    }

    private func titles(_ page: RecordPage) throws -> [String] {
        try page.items.map { try JSON(parsing: $0).root["title"]?.string ?? "" }
    }

    /// The titles of all pages, from the beginning or from the end.
    private func all(_ query: RecordQuery, pages: inout Int) throws -> [String] {
        var query = query
        var found: [String] = []
        pages = 0
        while true {
            let page = try posts.page(query)
            pages += 1
            let shown = try titles(page)
            found = query.isBackward ? shown + found : found + shown
            guard let mark = query.isBackward ? page.previous : page.next else { return found }
            query.mark = try JSON(parsing: mark).root
        }
    }

    @Test(arguments: ["title", "-title", "created", "-created", "status", "-views", "id"])
    func `pages have every row once, in both directions`(order: String) throws {
        for number in 1...10 {
            try domain.post("T\(number % 4)", by: mira)
            if number.isMultiple(of: 3) { domain.world.clock.advance(by: .seconds(1)) }
        }
        var pages = 0
        var query = try query(order)
        let forward = try all(query, pages: &pages)
        #expect(forward.count == 10 && pages == 4)
        if order == "title" { #expect(forward == forward.sorted()) }
        query.isBackward = true
        #expect(try all(query, pages: &pages) == forward)
        let reverse = order.hasPrefix("-") ? String(order.dropFirst()) : "-" + order
        #expect(try all(self.query(reverse), pages: &pages) == forward.reversed())
    }

    @Test
    func `a mark leads on when its row is gone, and belongs to its order`() throws {
        let made = try (1...5).map { try domain.post("T\($0)", by: mira) }
        var query = try query("title", limit: 2)
        let first = try posts.page(query)
        #expect(first.previous == nil && first.total == 5)
        try domain.posts.delete(made[1].id, by: nil)
        query.mark = try JSON(parsing: #require(first.next)).root
        #expect(try titles(posts.page(query)) == ["T3", "T4"])
        query.isDescending = true
        #expect(throws: RecordQuery.badMark) { try posts.page(query) }
        query.mark = try JSON(parsing: Array(#"["-title",null,{}]"#.utf8)).root
        #expect(throws: RecordQuery.badMark) { try posts.page(query) }
    }

    @Test(arguments: [false, true])
    func `a search finds the text with and without an index`(isIndexed: Bool) throws {
        try domain.post("100% sure_", "Some words", by: mira)
        try domain.post("Other", String(repeating: "x", count: 500) + "Needle's eye", by: mira)
        if isIndexed { try domain.work.write { try SearchIndex(domain.work).build() } }
        for (text, found) in [
            ("0% s", ["100% sure_"]), ("needle's EYE", ["Other"]), ("_", ["100% sure_"]),
            ("ee", ["Other"]), ("mira", ["100% sure_", "Other"]), ("nothing", []), ("\\", []),
            ("needles", []),
        ] {
            var query = try query("title")
            query.search = text
            let page = try posts.page(query)
            #expect(try titles(page) == found, "\(text)")
            #expect(page.total == Int64(found.count) && !page.isTotalCut)
        }
    }

    @Test
    func `lists have the beginnings of long texts, records have all of them`() throws {
        let post = try domain.post("T", String(repeating: "é", count: 300), by: mira)
        let listed = try JSON(parsing: posts.page(query("title")).items[0]).root
        #expect(listed["content"]?.string?.count == mostCharactersInLists)
        let item = try posts.item(post.id.hex)
        let whole = try JSON(parsing: #require(item)).root
        #expect(whole["content"]?.string == post.content && whole["coverImage"]?.isNull == true)
        #expect(whole["created"]?.string?.hasSuffix("Z") == true)
        #expect(try posts.item("x") == nil)
    }

    @Test
    func `a row is found by exactly its id`() throws {
        _ = try domain.feed.create(.init(content: "Hello"), by: 1)
        let feed = TableRecords(.communityPosts, domain.work)
        #expect(try feed.item("1") != nil)
        for id in ["01", "1.0", " 1", "1 ", "+1", ""] { #expect(try feed.item(id) == nil, "\(id)") }
    }

    @Test
    func `an account leaves with what is its own in the community`() throws {
        let bo = try domain.person("Bo")
        for id in [Int64(1), 2] { try domain.members.join(id) }
        let own = try domain.feed.create(.init(content: "Mine"), by: 2)
        let other = try domain.feed.create(.init(content: "Hers"), by: 1)
        for user in [Int64(1), 2] { _ = try domain.feed.express(.like, on: other, by: user) }
        _ = try domain.feed.addComment(to: other, content: "Hi", by: 2) { _ in }
        _ = try domain.apiTokens.issue(for: 2)
        let kept = try domain.post("Kept", by: bo)
        var departure = FeedDeparture(2)
        try domain.deleteAccount(bo.id) { departure = try domain.feed.remove(allOf: $0) }
        #expect(departure.posts == [own] && departure.commented == [other])
        #expect(departure.likes.map(\.users) == [[1]])
        #expect(try domain.feed.countComments(of: other) == 0)
        #expect(try domain.posts.seen(kept.id).author.name == "Bo")
        #expect(throws: UserError.noSuchUser) { try domain.deleteAccount(bo.id) }
        try domain.work.commit()
    }
}
