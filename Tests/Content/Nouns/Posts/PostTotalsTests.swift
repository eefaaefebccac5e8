import MockPostlySQLite
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns

/// The counters that stand for `count(*)`, over any sequence of operations.
@Suite
struct PostTotalsTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `totals and counters are what counting gives`(seed: UInt64) throws {
        var play = try Play(seed: seed)
        for step in 0..<400 {
            try play.step()
            if step % 20 == 0 { try play.check() }
        }
        try play.check()
        try play.domain.work.commit()
        try play.check()
        #expect(try play.domain.work.connection.integrityCheck() == nil)
    }

    @Test
    func `a status in another spelling of the same letter is another status`() throws {
        let domain = try Domain.fresh()
        let mira = try domain.person("Mira")
        let post = try domain.post("Post", status: "caf\u{E9}", by: mira)
        var changes = Post.Changes()
        changes.status = "cafe\u{301}"
        _ = try domain.posts.update(post.id, changes, by: mira.id)
        #expect(try domain.posts.count(.status("caf\u{E9}")) == 0)
        #expect(try domain.posts.count(.status("cafe\u{301}")) == 1)
        #expect(try domain.posts.count(.author(mira.id, status: "cafe\u{301}")) == 1)
    }
}

/// Random people doing random things.
private struct Play {
    struct Stop: Error {}

    let domain: Domain
    private var random: RandomSource
    private let people: [User]
    private var ids: [Post.ID] = []
    private var comments: [(post: Post.ID, id: String)] = []
    private static let statuses = ["published", "draft", "", "archived", "é", "e\u{301}"]

    init(seed: UInt64) throws {
        domain = try Domain.fresh(randomSeed: seed)
        people = try ["Ann", "Bo", "Cy"].map { [domain] in try domain.person($0) }
        try domain.work.commit()
        random = RandomSource(seed: seed)
        if seed % 2 == 0 { try domain.work.write { try domain.posts.index.build() } }
    }

    mutating func step() throws {
        let person = random.pick(people)
        let post = ids.isEmpty ? domain.world.newObjectID() : random.pick(ids)
        switch random.below(12) {
        case 0, 1, 2:
            let status = random.pick(Self.statuses)
            ids.append(try domain.post("Title \(random.below(5))", status: status, by: person).id)
        case 3:
            try refusable { try domain.posts.delete(post, by: person.id) }
        case 4, 5:
            var changes = Post.Changes()
            if random.chance(1, in: 2) { changes.status = random.pick(Self.statuses) }
            if random.chance(1, in: 3) { changes.title = "Title \(random.below(5))" }
            if random.chance(1, in: 3) { changes.content = "Content \(random.below(5))" }
            try refusable { _ = try domain.posts.update(post, changes, by: person.id) }
        case 6, 7:
            try refusable { _ = try domain.posts.like(post, by: person.id) }
        case 8:
            _ = try domain.posts.unlike(post, by: person.id)
        case 9:
            try refusable {
                comments.append((post, try domain.posts.comment("Hi", to: post, by: person)))
            }
        case 10 where !comments.isEmpty:
            let comment = random.pick(comments)
            try refusable {
                try domain.posts.deleteComment(comment.id, of: comment.post, by: person.id)
            }
        default:
            try end()
        }
    }

    /// Ends the unit of work, one way or the other, or fails an operation half way.
    private mutating func end() throws {
        switch random.below(4) {
        case 0: try domain.work.rollback()
        case 1:
            #expect(throws: Stop.self) {
                try domain.work.write {
                    try domain.post("Undone", by: people[0])
                    throw Stop()
                }
            }
        default: try domain.work.commit()
        }
    }

    private func refusable(_ body: () throws -> Void) throws {
        do { try body() } catch is PostError {}
    }

    func check() throws {
        let totals = try domain.totals()
        #expect(try totals.posts == domain.number("SELECT count(*) FROM post"))
        #expect(try totals.users == domain.number("SELECT count(*) FROM user"))
        #expect(try totals.comments == domain.number("SELECT count(*) FROM comment"))
        for status in Self.statuses {
            let byStatus = try domain.number(
                "SELECT count(*) FROM post WHERE status = ?1",
                [.text(status)]
            )
            #expect(try domain.posts.count(.status(status)) == byStatus)
            for person in people {
                let byBoth = try domain.number(
                    "SELECT count(*) FROM post WHERE status = ?1 AND author_id = ?2",
                    [.text(status), .text(person.id.text)]
                )
                #expect(try domain.posts.count(.author(person.id, status: status)) == byBoth)
            }
        }
        for person in people {
            let all = try domain.number(
                "SELECT count(*) FROM post WHERE author_id = ?1",
                [.text(person.id.text)]
            )
            #expect(try domain.posts.count(.allOf(person.id)) == all)
        }
        let wrong = try domain.number(
            """
            SELECT count(*) FROM post p
            WHERE likes <> (SELECT count(*) FROM post_like WHERE post = p.id)
                OR comments <> (SELECT count(*) FROM comment WHERE post = p.id)
            """
        )
        #expect(wrong == 0)
    }
}
