import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import WreelyContent

@Suite("Seeds of Wreely")
struct WreelySeedTests {
    private func source(_ json: String) -> SeedSource { .bytes(Array(json.utf8), name: "s") }

    // MARK: Round trip

    private func checkRoundTrip(_ house: WreelyHouse) throws {
        let bytes = try house.export()
        let later = TimeAndChance(name: "b", clock: .frozen(at: Instant(seconds: 9)), randomSeed: 2)
        let copy = try Domain.inMemory(later, seed: .bytes(bytes, name: "export"))
        #expect(try dump(copy.work.connection) == dump(house.domain.work.connection))
        #expect(try SeedExport.json(of: copy.work.connection) == bytes)
        #expect(SeedSummary.check(.bytes(bytes, name: "export")).faults == [])
    }

    @Test
    func `an export gives the same content, and the same bytes again`() throws {
        let house = try WreelyHouse()
        try checkRoundTrip(house)
        let bytes = String(decoding: try house.export(), as: UTF8.self)
        #expect(bytes.contains(#""startsAt": "2026-02-17T18:00:00.000000Z""#))
        #expect(!bytes.contains("d 18:00"))
        try house.giveToken(String(repeating: "0f", count: 16), to: WreelyHouse.ben)
        _ = try house.members.set(firebaseKey: "\u{1}\"", of: WreelyHouse.ben)
        #expect(try house.wall.delete(3, by: WreelyHouse.ada))
        _ = try house.wall.insert(text: " ", imageURL: "any thing", by: 3, in: 1)
        _ = try house.wall.insertComment("", to: 1, by: 3)
        _ = try house.wall.toggleLike(of: 1, by: 1)
        #expect(try house.rooms.cancel(2, by: WreelyHouse.ben))
        var profile = WreelyProfile()
        profile.name = ""
        profile.pictureURL = "no picture"
        _ = try house.members.change(profile, of: WreelyHouse.ada)
        try checkRoundTrip(house)
    }

    @Test
    func `ids that were given before are not given after an import`() throws {
        let house = try WreelyHouse()
        #expect(try house.wall.delete(3, by: WreelyHouse.ada))
        #expect(try house.wall.deleteComment(2, by: WreelyHouse.ada))
        #expect(try house.wall.deleteLike(2, by: WreelyHouse.cleo))
        #expect(try house.rooms.cancel(2, by: WreelyHouse.ben))
        let text = String(decoding: try house.export(), as: UTF8.self)
        let copy = try WreelyHouse(text)
        #expect(try copy.wall.insert(text: "x", imageURL: "", by: 1, in: 1)?.id == 4)
        #expect(try copy.wall.insertComment("x", to: 1, by: 1)?.id == 3)
        #expect(try copy.wall.toggleLike(of: 2, by: 1) == true)
        #expect(try copy.wall.likes(of: 2, limit: 1, offset: 0).map(\.id) == [3])
        let (start, end) = (WreelyHouse.time(0, 11), WreelyHouse.time(0, 12))
        #expect(try copy.rooms.book(1, for: 1, from: start, to: end).id == 3)
    }

    @Test
    func `a content without Wreely is written without it`() throws {
        let bytes = try SeedExport.json(of: Domain.fresh().work.connection)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("wreely"))
    }

    @Test
    func `what several files say is added up`() throws {
        let folder = try SeedFolder([
            "1.json": WreelyHouse.seed,
            "2.json": """
            {"wreely": {"workspaces": [{"name": "West", "members": [{"user": "dan@x",
             "mobile": "1234"}], "posts": [{"author": "ada@x", "content": "Hi",
             "createdAt": "2026-01-01T00:00:00Z"}]}]}}
            """,
        ])
        let domain = try Domain.inMemory(.frozen(), seed: folder.source)
        #expect(try WreelyCompanyStore(domain.work).workspaces().map(\.id) == [1, 2, 3])
        #expect(try WreelyWallStore(domain.work, domain.world).find(4, for: 1)?.workspace == 3)
    }

    @Test
    func `rows are counted`() {
        let summary = SeedSummary.check(source(WreelyHouse.seed))
        #expect(summary.faults == [])
        let tally = summary.tallies.first { $0.title == "wreely" }
        #expect(
            tally?.counts.map(\.count) == [2, 3, 3, 2, 2, 2, 2, 2, 2]
        )
    }

    // MARK: Faults

    private static let relative = "expected \(RelativeDate.expected)"
    private static let users = """
        {"users": [{"name": "A", "email": "a@x"}, {"name": "B", "email": "b@x"}], "wreely":
        """

    /// Faults of a workspace with `members`, apart from its place in the file.
    private func faults(_ members: String) -> [String] {
        let start = #"{"workspaces": [{"name": "W", "members": [{"user": "a@x", "mobile": "1111"}]"#
        let text = "\(Self.users) \(start), \(members)}]}}"
        return SeedSummary.check(source(text)).faults.map { "\($0.field): \($0.words)" }
    }

    @Test(arguments: [
        ("\"3\"", true), ("\"\"", true), ("\"0123456789\"", true), ("\"Staff\"", false),
        ("\"-1\"", false), ("\"3 \"", false), ("\"01234567890\"", false), ("\"٣\"", false),
        ("3", false), ("null", false),
    ])
    func `a kind of membership is a number in a string`(value: String, isTaken: Bool) {
        let member = #"{"user": "a@x", "mobile": "1111", "membershipType": \#(value)}"#
        let text = #"\#(Self.users) {"workspaces": [{"name": "W", "members": [\#(member)]}]}}"#
        let faults = SeedSummary.check(source(text)).faults
        guard !isTaken else { return #expect(faults.isEmpty) }
        #expect(faults.map(\.field) == ["wreely.workspaces[0].members[0].membershipType"])
        #expect(faults.first?.words.hasPrefix("expected a number as a string") == true)
    }

    @Test func `a data file from before that rule is exported and imported as it is`() throws {
        let house = try WreelyHouse()
        try house.domain.work.connection.run("UPDATE wreely_member SET membership_type = 'Staff'")
        try checkRoundTrip(house)
    }

    private static let post = #""author": "a@x", "content": "C", "createdAt": "-1d 10:00""#
    private static let blank = #""author": "a@x", "content": "", "createdAt": "-1d 10:00""#
    private static let times = #""startsAt": "+0d 10:00", "endsAt": "+0d 11:00""#

    @Test(
        arguments: [
            (
                #""posts": [{"author": "b@x", "content": "C", "createdAt": "-1d 10:00"}]"#,
                "posts[0].author: b@x is not a member of a workspace"
            ),
            (
                #""posts": [{"author": "c@x", "content": "C", "createdAt": "-1d 10:00"}]"#,
                "posts[0].author: expected the e-mail of a user of this seed, found \"c@x\""
            ),
            (
                #""posts": [{"author": "a@x", "content": " ", "createdAt": "-1d 10:00"}]"#,
                "posts[0]: expected a post with a text or a picture"
            ),
            (
                #""posts": [{"author": "a@x", "content": "C", "createdAt": "-1x"}]"#,
                "posts[0].createdAt: \(Self.relative), found \"-1x\""
            ),
            (
                #""posts": [{"author": "a@x", "content": "C", "createdAt": "+1d 24:00"}]"#,
                "posts[0].createdAt: \(Self.relative), found \"+1d 24:00\""
            ),
            (
                #""posts": [{"author": "a@x", "content": "C", "createdAt": "+36526d 10:00"}]"#,
                "posts[0].createdAt: \(Self.relative), found \"+36526d 10:00\""
            ),
            (
                #""posts": [{"author": "a@x", "content": "C", "createdAt": "1d 10:00"}]"#,
                "posts[0].createdAt: expected a date such as \"2026-02-14T12:34:56.123456Z\","
                    + " found \"1d 10:00\""
            ),
            (
                #""posts": [{\#(post), "likes": ["a@x", "a@x"]}]"#,
                "posts[0].likes[1]: the member likes the post twice"
            ),
            (
                #""posts": [{\#(post), "id": 4}, {\#(post), "id": 4}]"#,
                "posts[1].id: another post has the id 4"
            ),
            (
                #""posts": [{\#(post), "imageUrl": "ftp://x"}]"#,
                "posts[0].imageUrl: expected https://… or http://… or /… or null, found"
                    + " \"ftp://x\""
            ),
            (
                #""posts": [{\#(post), "comments": [{\#(blank)}]}]"#,
                "posts[0].comments[0].content: expected a text that is not blank, found \"\""
            ),
            (
                #""posts": [{\#(post), "title": "T"}]"#,
                "posts[0].title: unknown name; expected one of author, content, imageUrl,"
                    + " createdAt, likes, comments, id"
            ),
            (
                #""companies": [{"name": "C", "contact": "a@x"}]"#,
                "companies[0].contact: expected one of its members, found \"a@x\""
            ),
            (
                #""companies": [{"name": "C", "members": ["a@x"]}, {"name": "D", "members": ["a@x"]}]"#,
                "companies[1].members[0]: the member has a company already"
            ),
            (
                #""events": [{"title": "T", "startsAt": "+1d 10:00", "endsAt": "+1d 09:00"}]"#,
                "events[0].endsAt: expected a date that is not before startsAt"
            ),
            (
                #""events": [{"title": "T", "startsAt": "+1d 10:00", "endsAt": "2026-01-01T00:00:00Z"}]"#,
                "events[0].endsAt: expected a date relative to the day, as startsAt, found"
                    + " \"2026-01-01T00:00:00Z\""
            ),
            (
                #""events": [{"title": "T", \#(times), "attendees": ["a@x", "a@x"]}]"#,
                "events[0].attendees[1]: the member attends it twice"
            ),
            (
                #""rooms": [{"name": "R", "opens": "8:00", "closes": "20:00"}]"#,
                "rooms[0].opens: expected a time of day such as \"08:30\", found \"8:00\""
            ),
            (
                #""rooms": [{"name": "R", "opens": "08:00", "closes": "24:01"}]"#,
                "rooms[0].closes: expected a time of day such as \"08:30\", found \"24:01\""
            ),
            (
                #""rooms": [{"name": "R", "opens": "08:00", "closes": "08:00"}]"#,
                "rooms[0].closes: expected a time after opens"
            ),
            (
                #""rooms": [{"name": "R", "opens": "08:00", "closes": "20:00", "images": [""]}]"#,
                "rooms[0].images[0]: expected https://… or http://… or /…, found \"\""
            ),
            (
                #""rooms": [{"name": "R", "opens": "08:00", "closes": "20:00", "bookings": ["#
                    + #"{"member": "a@x", "startsAt": "+0d 10:00", "endsAt": "+0d 11:00"}, "#
                    + #"{"member": "a@x", "startsAt": "+0d 10:59", "endsAt": "+0d 12:00"}]}]"#,
                "rooms[0].bookings[1]: the room is taken at this time"
            ),
            (
                #""rooms": [{"name": "R", "opens": "08:00", "closes": "20:00", "bookings": ["#
                    + #"{"member": "a@x", "startsAt": "+0d 10:00", "endsAt": "+1d 10:01"}]}]"#,
                "rooms[0].bookings[0].endsAt: expected a date after startsAt, by at most 24 hours"
            ),
            (
                #""rooms": [{"name": "R", "opens": "08:00", "closes": "20:00", "bookings": ["#
                    + #"{"member": "a@x", \#(times)}, {"member": "a@x", "#
                    + #""startsAt": "2026-03-03T10:00:00Z", "endsAt": "2026-03-03T11:00:00Z"}]}]"#,
                "rooms[0].bookings[1]: expected dates relative to the day, as the first booking of"
                    + " the room has"
            ),
            (
                #""rooms": [{"name": "R", "opens": "08:00", "closes": "20:00", "bookings": ["#
                    + #"{"member": "a@x", "startsAt": "2026-03-03", "endsAt": "2026-03-03T01:00:00Z"},"#
                    + #" {"member": "a@x", \#(times)}]}]"#,
                "rooms[0].bookings[1]: expected dates with a year, as the first booking of the room has"
            ),
            (
                #""freeMinutes": -1"#,
                "freeMinutes: expected a whole number from 0 up, found -1"
            ),
        ]
    )
    func `what is not right is named`(members: String, fault: String) {
        #expect(faults(members) == ["wreely.workspaces[0].\(fault)"])
    }

    @Test(
        arguments: [
            (
                #"{"user": "a@x", "mobile": "12 34"}"#,
                "[0].mobile: expected 4 to 15 digits in a string, found \"12 34\""
            ),
            (
                #"{"user": "a@x", "mobile": "1111"}, {"user": "b@x", "mobile": "1111"}"#,
                "[1].mobile: another member has the number 1111"
            ),
            (
                #"{"user": "a@x", "mobile": "1111"}, {"user": "a@x", "mobile": "1112"}"#,
                "[1].user: a@x is a member twice"
            ),
            (
                #"{"user": "a@x", "mobile": "1111", "token": "x"}"#,
                "[0].token: expected 32 hexadecimal digits in lower case, found \"x\""
            ),
            (#"{"user": "a@x"}"#, "[0].mobile: is missing"),
            (
                #"{"user": "a@x", "mobile": "1111", "pictureUrl": "me.jpg"}"#,
                "[0].pictureUrl: expected https://… or http://… or /… or null, found \"me.jpg\""
            ),
        ]
    )
    func `a member that is not right is named`(members: String, fault: String) {
        let text = #"\#(Self.users) {"workspaces": [{"name": "W", "members": [\#(members)]}]}}"#
        let faults = SeedSummary.check(source(text)).faults.map { "\($0.field): \($0.words)" }
        #expect(faults == ["wreely.workspaces[0].members\(fault)"])
    }

    @Test(
        arguments: [
            (
                #""url": "https://ex^a|mple{}.com/%zz""#,
                ".url: expected https://… or http://… or /… or null"
            ),
            (
                #""imageUrl": "https://ü^x""#,
                ".imageUrl: expected https://… or http://… or /… or null"
            ),
            (
                #""imageUrl": "//x.example/a.jpg""#,
                ".imageUrl: expected https://… or http://… or /… or null"
            ),
            (#""imageUrl": 1"#, ".imageUrl: expected https://… or http://… or /… or null"),
            (
                #""images": ["not-a-url"]"#,
                ".images[0]: expected https://… or http://… or /… without a comma"
            ),
            (
                #""images": ["/a.jpg", "/b,c.jpg"]"#,
                ".images[1]: expected https://… or http://… or /… without a comma"
            ),
        ],
        [false, true]
    )
    func `the app can open every address of a place`(
        _ one: (member: String, fault: String),
        isExact: Bool
    ) {
        let start = isExact ? #"{"exact": true, "wreely""# : #"{"wreely""#
        let text = """
            \(start): {"places": [{"bearing": 0, "distance": 1, "name": "P", \(one.member)}]}}
            """
        let faults = SeedSummary.check(source(text)).faults.map { "\($0.field): \($0.words)" }
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("wreely.places[0]\(one.fault)") == true, "\(faults)")
    }

    @Test
    func `a database with an address that the app cannot open is refused`() throws {
        for change in ["image_url = 'x'", "url = 'http://'", "images = '/a.jpg\n/b,c.jpg'"] {
            let house = try WreelyHouse()
            _ = try house.domain.work.write {
                try house.domain.work.connection.script(
                    "UPDATE wreely_place SET \(change) WHERE id = 1"
                )
            }
            try house.domain.work.commit()
            let bytes = try house.domain.work.connection.serialize()
            #expect(throws: ContentFault.self, "\(change)") { try ContentFile.image(of: bytes) }
        }
    }

    @Test
    func `a fault names file and place`() {
        let text = "\(Self.users)\n {\"places\": [{\"name\": \"P\", \"bearing\": 360}]}}"
        #expect(
            SeedSummary.check(source(text)).faults.map(\.description) == [
                "s:2:14: wreely.places[0].distance: is missing",
                "s:2:39: wreely.places[0].bearing: expected a number of at most 359, found 360",
            ]
        )
    }

    @Test
    func `after the largest id the lowest that is free comes next`() throws {
        let most = Int64.largestInContent
        let places = """
            {"wreely": {"places": [{"name": "P", "bearing": 0, "distance": 1, "id": \(most)},
             {"name": "Q", "bearing": 0, "distance": 2}]}}
            """
        let domain = try Domain.inMemory(.frozen(), seed: source(places))
        #expect(try WreelyDirectoryStore(domain.work).all().map(\.id) == [most, 1])
    }
}
