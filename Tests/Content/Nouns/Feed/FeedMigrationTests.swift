import MockPostlySQLite
import MockPostlyTestKit
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite
struct FeedMigrationTests {
    @Test
    func `an older database gets an empty community`() throws {
        let old = try Connection(.memory)
        try Migrator([.blog, .documents]).migrate(old)
        try old.run(
            "INSERT INTO user (user_id, email, name, created_at) VALUES ('1', 'a@x', 'Ann', 0)"
        )
        let domain = try Domain(old, .frozen())
        #expect(try domain.feed.count() == 0)
        let ann = try #require(try domain.members.find(User.ID("1")))
        #expect(ann.joinedAt == nil)
        try domain.members.join(ann.id)
        try domain.feedPost("Hi", by: ann)
        try domain.work.commit()
        #expect(try domain.feed.page(1, 0) == ["Hi"])
    }
}
