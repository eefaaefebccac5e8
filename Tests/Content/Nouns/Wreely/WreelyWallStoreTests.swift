import MockPostlySQLite
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import WreelyContent

@Suite("Walls and events of Wreely")
struct WreelyWallStoreTests {
    private let house: WreelyHouse

    init() throws {
        house = try WreelyHouse()
    }

    private func page(
        _ workspace: WreelyWorkspace.ID = WreelyHouse.north,
        for viewer: WreelyMember.ID = WreelyHouse.ada,
        onlyMine: Bool = false,
        limit: Int64 = 10,
        offset: Int64 = 0
    ) throws -> [WreelyPost] {
        try house.wall.page(
            in: workspace,
            for: viewer,
            onlyMine: onlyMine,
            limit: limit,
            offset: offset
        )
    }

    @Test
    func `a wall shows the newest post first`() throws {
        #expect(try page().map(\.id) == [2, 1, 3])
        #expect(try page(limit: 1, offset: 1).map(\.id) == [1])
        #expect(try page(onlyMine: true).map(\.id) == [1, 3])
        #expect(try page(WreelyHouse.south).isEmpty)
        #expect(try house.wall.count(in: WreelyHouse.north) == 3)
        #expect(try house.wall.count(in: WreelyHouse.north, by: WreelyHouse.ben) == 1)
        #expect(try house.wall.count(in: 9) == 0)
    }

    @Test
    func `a post has its author, its counts, and the viewer's like`() throws {
        let post = try #require(try house.wall.find(1, for: WreelyHouse.ben))
        #expect(post.author == WreelyPerson(id: 1, name: "Ada", pictureURL: "https://x/ada.png"))
        #expect((post.likes, post.comments) == (2, 2))
        #expect(post.isLiked)
        #expect(post.createdAt == WreelyHouse.time(-2, 9))
        #expect(try house.wall.find(1, for: WreelyHouse.ada)?.isLiked == false)
        #expect(try house.wall.find(9, for: WreelyHouse.ada) == nil)
        #expect(try page()[0].imageURL == "/wreely/pictures/p.jpg")
        #expect(try page()[0].text == "")
    }

    @Test
    func `posts of one moment are in the reverse order of their ids`() throws {
        for text in ["a", "b"] {
            let post = try house.wall.insert(
                text: text,
                imageURL: "",
                by: WreelyHouse.cleo,
                in: WreelyHouse.north
            )
            #expect(post?.createdAt == WreelyHouse.noon)
        }
        #expect(try page().map(\.text).prefix(2) == ["b", "a"])
    }

    @Test
    func `a post goes with its likes and comments, and its id is not used again`() throws {
        let wall = house.wall
        let post = try #require(
            try wall.insert(text: "x", imageURL: "", by: WreelyHouse.ada, in: WreelyHouse.north)
        )
        #expect(post.id == 4)
        #expect(try wall.toggleLike(of: 4, by: WreelyHouse.ben) == true)
        #expect(try wall.insertComment("c", to: 4, by: WreelyHouse.ben)?.id == 3)
        #expect(try !wall.delete(4, by: WreelyHouse.ben))
        #expect(try wall.delete(4, by: WreelyHouse.ada))
        #expect(try !wall.delete(4, by: WreelyHouse.ada))
        #expect(try wall.countLikes(of: 4) == 0)
        #expect(try wall.countComments(of: 4) == 0)
        let next = try wall.insert(
            text: "y",
            imageURL: "",
            by: WreelyHouse.ada,
            in: WreelyHouse.north
        )
        #expect(next?.id == 5)
    }

    @Test
    func `nothing is written for what is not there`() throws {
        let wall = house.wall
        let before = try house.export()
        #expect(try wall.insert(text: "x", imageURL: "", by: 9, in: 1) == nil)
        #expect(try wall.insert(text: "x", imageURL: "", by: 1, in: 9) == nil)
        #expect(try wall.insertComment("x", to: 9, by: 1) == nil)
        #expect(try wall.insertComment("x", to: 1, by: 9) == nil)
        #expect(try wall.toggleLike(of: 9, by: 1) == nil)
        #expect(try wall.toggleLike(of: 1, by: 9) == nil)
        #expect(try !wall.deleteComment(1, by: WreelyHouse.ada))
        #expect(try !wall.deleteLike(1, by: WreelyHouse.ada))
        #expect(try !house.events.attend(9, by: 1))
        #expect(try !house.events.unattend(1, by: 9))
        // An event of another workspace.
        #expect(try !house.events.attend(1, by: WreelyHouse.cleo))
        #expect(try !house.events.unattend(1, by: WreelyHouse.cleo))
        #expect(try !house.wall.has(1, in: WreelyHouse.south))
        #expect(try house.wall.has(1, in: WreelyHouse.north))
        #expect(try house.export() == before)
    }

    @Test
    func `comments come oldest first`() throws {
        let wall = house.wall
        #expect(try wall.comments(of: 1, limit: 10, offset: 0).map(\.text) == ["Earlier", "Later"])
        #expect(try wall.comments(of: 1, limit: 1, offset: 1).map(\.id) == [1])
        #expect(try wall.insertComment("Now", to: 1, by: WreelyHouse.cleo)?.author.name == "Cleo")
        #expect(try wall.comments(of: 1, limit: 10, offset: 0).last?.text == "Now")
        #expect(try wall.deleteComment(1, by: WreelyHouse.ben))
        #expect(try wall.countComments(of: 1) == 2)
    }

    @Test
    func `a second like takes the first one back`() throws {
        let wall = house.wall
        #expect(try wall.toggleLike(of: 1, by: WreelyHouse.ada) == true)
        #expect(try wall.countLikes(of: 1) == 3)
        #expect(try wall.toggleLike(of: 1, by: WreelyHouse.ada) == false)
        #expect(try wall.toggleLike(of: 1, by: WreelyHouse.ben) == false)
        let likes = try wall.likes(of: 1, limit: 10, offset: 0)
        #expect(likes.map(\.member.name) == ["Cleo"])
        #expect(try wall.deleteLike(likes[0].id, by: WreelyHouse.cleo))
        #expect(try wall.countLikes(of: 1) == 0)
    }

    @Test
    func `events are in the order of their start, with who comes`() throws {
        let events = try house.events.all(in: WreelyHouse.north)
        #expect(events.map(\.title) == ["Past", "Soon"])
        #expect(events[1].attendees.map(\.name) == ["Ada", "Benno"])
        #expect(events[1].startsAt == WreelyHouse.time(3, 18))
        #expect(try house.events.all(in: WreelyHouse.south).isEmpty)
        for _ in 0..<2 { #expect(try house.events.attend(2, by: WreelyHouse.ben)) }
        #expect(try house.events.all(in: WreelyHouse.north)[0].attendees.map(\.id) == [2])
        for _ in 0..<2 { #expect(try house.events.unattend(2, by: WreelyHouse.ben)) }
        #expect(try house.events.all(in: WreelyHouse.north)[0].attendees.isEmpty)
    }

    @Test
    func `after the largest id the lowest that is free comes next`() throws {
        let wall = house.wall
        try house.domain.work.connection.script(
            "UPDATE sqlite_sequence SET seq = (1 << 53) - 1 WHERE name LIKE 'wreely_%'"
        )
        let post = try wall.insert(text: "x", imageURL: "", by: 1, in: 1)
        #expect(post?.id == 4)
        #expect(try wall.delete(1, by: WreelyHouse.ada))
        #expect(try wall.insert(text: "y", imageURL: "", by: 1, in: 1)?.id == 1)
    }
}
