import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyNouns

@Suite
struct MembershipStoreTests {
    private let domain: Domain
    private let mira: CommunityMember

    init() throws {
        domain = try Domain.fresh()
        mira = try domain.somebody("Mira")
    }

    @Test
    func `joining again changes nothing, and joining anew is of now`() throws {
        #expect(mira.joinedAt == nil)
        #expect(try !domain.members.isMember(mira.id))
        try domain.members.join(mira.id)
        domain.world.clock.advance(by: .seconds(60))
        try domain.members.join(mira.id)
        #expect(try domain.members.find(mira.id)?.joinedAt == .frozen)
        #expect(try domain.members.isMember(mira.id))
        #expect(try domain.members.leave(mira.id))
        #expect(try !domain.members.leave(mira.id))
        #expect(try domain.members.find(mira.id)?.joinedAt == nil)
        try domain.members.join(mira.id)
        #expect(try domain.members.find(mira.id)?.joinedAt == .frozen + .seconds(60))
    }

    @Test
    func `a person is found by number and by account`() throws {
        let account = try #require(try domain.users.account(of: mira.id))
        #expect(try domain.members.find(account) == mira)
        #expect(try domain.users.find(account).email == mira.email)
        #expect(try domain.members.find(99) == nil)
        #expect(try domain.members.find(User.ID("none")) == nil)
        #expect(try domain.users.account(of: 99) == nil)
    }

    @Test
    func `accounts are numbered in their order`() throws {
        let theo = try domain.somebody("Theo")
        var seen: [CommunityMember.ID] = []
        try domain.users.forEachAccount(after: 0) { id, _ in seen.append(id) }
        #expect(seen == [mira.id, theo.id] && seen == [1, 2])
        seen = []
        try domain.users.forEachAccount(after: mira.id) { id, _ in seen.append(id) }
        #expect(seen == [theo.id])
    }
}
