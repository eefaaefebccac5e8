import MockPostlyCrypto
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import WreelyContent

@Suite("Members of Wreely")
struct WreelyMemberStoreTests {
    private let house: WreelyHouse

    init() throws {
        house = try WreelyHouse()
    }

    @Test
    func `a member has the account's name, e-mail and picture, unless changed`() throws {
        let ada = try #require(try house.members.find(WreelyHouse.ada))
        #expect(ada.name == "Ada")
        #expect(ada.email == "ada@x")
        #expect(ada.pictureURL == "https://x/ada.png")
        #expect(ada.occupation == "Baker")
        #expect(ada.company?.name == "Bread")
        let ben = try #require(try house.members.find(WreelyHouse.ben))
        #expect([ben.name, ben.email, ben.pictureURL] == ["Benno", "ben@x", "/b.jpg"])
        let cleo = try #require(try house.members.find(WreelyHouse.cleo))
        #expect(cleo.pictureURL == "")
        #expect(cleo.company == nil)
        #expect(cleo.workspace == WreelyHouse.south)
    }

    @Test
    func `a member is found by id, number, e-mail and account, and by nothing else`() throws {
        let ada = try #require(try house.members.find(WreelyHouse.ada))
        #expect(try house.members.find(mobile: "9876543210") == ada)
        #expect(try house.members.find(email: "ada@x") == ada)
        #expect(try house.members.find(ada.user) == ada)
        #expect(try house.members.find(mobile: "") == nil)
        #expect(try house.members.find(mobile: "9876543213") == nil)
        #expect(try house.members.find(email: "dan@x") == nil)
        #expect(try house.members.find(token: "") == nil)
        for id in [0, -1, 99, Int64.max, .min] { #expect(try house.members.find(id) == nil) }
    }

    @Test
    func `members are listed by workspace and by company`() throws {
        #expect(try house.members.all(in: WreelyHouse.north).map(\.id) == [1, 2])
        #expect(try house.members.all(in: WreelyHouse.south).map(\.id) == [3])
        #expect(try house.members.all(in: 9).isEmpty)
        #expect(try house.members.all(of: 1).map(\.id) == [1, 2])
        #expect(try house.members.all(of: 2).isEmpty)
    }

    @Test
    func `a profile changes what it names, and not the account`() throws {
        var profile = WreelyProfile()
        profile.name = "Ada L."
        profile.about = "Numbers"
        profile.website = "https://ada.example"
        let before = try #require(try house.members.find(WreelyHouse.ada))
        let after = try #require(try house.members.change(profile, of: WreelyHouse.ada))
        var expected = before
        expected.name = "Ada L."
        expected.about = "Numbers"
        expected.website = "https://ada.example"
        #expect(after == expected)
        #expect(try house.domain.users.find(before.user).name == "Ada")
        profile = WreelyProfile()
        profile.about = ""
        #expect(try house.members.change(profile, of: WreelyHouse.ada)?.about == "")
        #expect(try house.members.change(profile, of: 99) == nil)
    }

    @Test
    func `a Firebase key is kept`() throws {
        #expect(try house.members.set(firebaseKey: "k", of: WreelyHouse.ben))
        #expect(try house.members.find(WreelyHouse.ben)?.firebaseKey == "k")
        #expect(try !house.members.set(firebaseKey: "k", of: 99))
    }

    @Test
    func `a token of a seed is found`() throws {
        let token = String(repeating: "0f", count: 16)
        #expect(try house.members.storedToken(of: WreelyHouse.ada) == nil)
        try house.giveToken(token, to: WreelyHouse.ada)
        #expect(try house.members.storedToken(of: WreelyHouse.ada) == token)
        #expect(try house.members.storedToken(of: 99) == nil)
        #expect(try house.members.find(token: token)?.id == WreelyHouse.ada)
    }

    @Test
    func `an account joins a workspace`() throws {
        let user = try house.domain.users.register(
            email: "new@x",
            name: "New",
            password: .seeded("p", salt: [1])
        )
        let member = try house.members.join(WreelyHouse.north, account: user.id, mobile: "12345")
        #expect(member?.user == user.id && member?.workspace == WreelyHouse.north)
        #expect(member?.name == "New" && member?.mobile == "12345")
        #expect(member?.createdAt == house.domain.world.now)
        #expect(try house.members.find(mobile: "12345") == member)
        #expect(try house.members.join(99, account: user.id, mobile: "54321") == nil)
        #expect(try house.members.join(1, account: User.ID("nobody"), mobile: "54321") == nil)
    }

    @Test
    func `companies that are deleted are found, but not listed`() throws {
        let listed = try house.companies.all(in: WreelyHouse.north)
        #expect(listed.map(\.name) == ["Bread"])
        let contact = try #require(listed.first?.contact)
        #expect([contact.name, contact.email, contact.mobile] == ["Benno", "ben@x", "9876543211"])
        #expect(try house.companies.find(2)?.isDeleted == true)
        #expect(try house.companies.find(2)?.contact == nil)
        #expect(try house.companies.find(3) == nil)
        #expect(try house.companies.all(in: 9).isEmpty)
    }

    @Test
    func `workspaces count their members`() throws {
        let workspaces = try house.companies.workspaces()
        #expect(workspaces.map(\.name) == ["North", "South"])
        #expect(workspaces.map(\.members) == [2, 1])
        let usages = try [WreelyHouse.ada, WreelyHouse.cleo].map {
            try house.rooms.usage(of: $0, inMonthOf: WreelyHouse.noon)?.freeMinutes
        }
        #expect(usages == [60, 600])
        #expect(try house.companies.workspace(1) == workspaces[0])
        #expect(try house.companies.workspace(3) == nil)
    }

    @Test
    func `places come nearest first`() throws {
        let places = try house.directory.all()
        #expect(places.map(\.name) == ["Near", "Far"])
        #expect(places[0].additionalImageURLs == ["/1.jpg", "/2.jpg"])
        #expect(places[1].miles == 1000)
    }
}
