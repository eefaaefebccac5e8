import MockPostlyCrypto
import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite("Scenario")
struct ScenarioTests {
    private func domain(_ scenario: Scenario) throws -> Domain {
        try Domain.inMemory(.frozen(), seed: scenario.seed)
    }

    /// All but the one that takes long.
    private static let small = Scenario.allCases.filter { $0 != .heavyUser }

    @Test(arguments: small)
    func `a scenario is the same each time, without faults`(scenario: Scenario) throws {
        let seed = try scenario.seed
        #expect(try scenario.seed == seed)
        #expect(SeedSummary.check(seed).faults == [])
        #expect(!scenario.summary.isEmpty)
    }

    @Test(arguments: small)
    func `those whom a test wants to be can sign in`(scenario: Scenario) throws {
        try checkPeople(of: scenario, domain(scenario))
    }

    private func checkPeople(of scenario: Scenario, _ domain: Domain) throws {
        for person in scenario.people {
            let found = try #require(try domain.users.credentials(email: person.email))
            #expect(found.password?.matches(person.password) == true)
        }
        if let session = scenario.endedSession {
            #expect(try domain.users.hasAccount(email: session.email))
            #expect(session.age > .seconds(7 * 86_400))
        }
    }

    @Test
    func `only one scenario has a session that is over`() {
        #expect(Scenario.allCases.filter { $0.endedSession != nil } == [.expiredSession])
    }

    @Test
    func `the empty feed has members and nothing they wrote`() throws {
        let domain = try domain(.emptyFeed)
        #expect(try domain.totals() == (posts: 0, users: 5, comments: 0))
        #expect(try domain.feed.count() == 0)
        for number in 1...5 { #expect(try domain.members.isMember(Int64(number))) }
    }

    @Test
    func `the heavy user has 10,000 posts`() throws {
        let seed = try Scenario.heavyUser.seed
        #expect(try Scenario.heavyUser.seed == seed)
        let domain = try Domain.inMemory(.frozen(), seed: seed)
        try checkPeople(of: .heavyUser, domain)
        let email = try #require(Scenario.heavyUser.people.first).email
        let writer = try #require(try domain.users.credentials(email: email)).user
        #expect(try domain.posts.count(.allOf(writer.id)) == 10_000)
        #expect(try domain.posts.count(.status("published")) == 9_800)
        #expect(try domain.number("SELECT max(likes) FROM post") == 200)
        #expect(try domain.number("SELECT max(comments) FROM post") == 120)
    }

    @Test
    func `texts of many scripts are stored as they are`() throws {
        let domain = try domain(.unicode)
        let titles = try domain.work.connection.all("SELECT title FROM post ORDER BY id") {
            $0.text(0)
        }
        let expected = UnicodeScenario.samples.map(\.title) + UnicodeScenario.edges.map(\.0)
        #expect(titles.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
        let slugs = try domain.work.connection.all("SELECT slug FROM post ORDER BY id") {
            $0.text(0)
        }
        #expect(Set(slugs).count == slugs.count)
        let names = try domain.work.connection.all("SELECT name FROM user ORDER BY id") {
            $0.text(0)
        }
        #expect(names.map { Array($0.utf8) } == UnicodeScenario.samples.map { Array($0.name.utf8) })
        #expect(try domain.feed.count() == Int64(UnicodeScenario.samples.count + 1))
    }

    @Test
    func `drafts are seen by their authors alone`() throws {
        let domain = try domain(.everythingDraft)
        #expect(try domain.posts.count(.status("published")) == 0)
        let user = try #require(
            try domain.users.credentials(email: Scenario.everythingDraft.people[0].email)
        ).user
        #expect(try domain.posts.count(.allOf(user.id)) > 0)
        #expect(
            try domain.posts.count(.allOf(user.id))
                == domain.posts.count(.author(user.id, status: "draft"))
        )
    }
}
