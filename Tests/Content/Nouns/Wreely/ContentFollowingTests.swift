import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import WreelyContent

/// Dates of a seed that follow the clock.
@Suite
struct ContentFollowingTests {
    private let house: WreelyHouse
    private let registry = ContentRegistry.standard

    init() throws {
        house = try WreelyHouse()
    }

    private func starts(_ content: Content) throws -> [Instant] {
        let work = UnitOfWork(try Connection(.pages(content.image)))
        return try WreelyEventStore(work).all(in: WreelyHouse.north).map(\.startsAt)
    }

    private let later = WreelyHouse.noon + .seconds(8 * 86_400)

    @Test
    func `relative dates move by whole days, and no others`() throws {
        let start = try house.domain.content
        let moved = try start.following(later, registry)
        #expect(try starts(start) == [WreelyHouse.time(-4, 18), WreelyHouse.time(3, 18)])
        #expect(try starts(moved) == [WreelyHouse.time(4, 18), WreelyHouse.time(11, 18)])
        let work = UnitOfWork(try Connection(.pages(moved.image)))
        let wall = WreelyWallStore(work, house.domain.world)
        #expect(try wall.find(1, for: 1)?.createdAt == WreelyHouse.time(6, 9))
        #expect(try wall.find(3, for: 1)?.createdAt == Instant(rfc3339: "2025-03-01T10:00:00Z"))
        let comments = try wall.comments(of: 1, limit: 9, offset: 0)
        #expect(comments.map(\.createdAt) == [WreelyHouse.time(6, 10), WreelyHouse.time(7, 8)])
        let bookings = try WreelyRoomStore(work).bookings(
            of: WreelyHouse.quiet,
            from: WreelyHouse.time(8, 0),
            to: WreelyHouse.time(9, 0)
        )
        #expect(bookings.map(\.startsAt) == [WreelyHouse.time(8, 10), WreelyHouse.time(8, 11)])
        #expect(bookings.map(\.endsAt) == [WreelyHouse.time(8, 11), WreelyHouse.time(8, 11, 15)])
    }

    @Test
    func `a content that has moved is one that a server takes`() throws {
        let moved = try house.domain.content.following(later, registry)
        let connection = try Connection(.pages(moved.image))
        #expect(throws: Never.self) {
            try ContentReading.validateRows(of: connection, registry: registry)
        }
    }

    @Test
    func `a room's bookings move together, or none does`() {
        let seed = WreelyHouse.seed.replacing(
            #"{"member": "ada@x", "startsAt": "+0d 10:00", "endsAt": "+0d 11:00"}"#,
            with: """
                {"member": "ada@x", "startsAt": "2026-02-22T11:00:00Z",
                 "endsAt": "2026-02-22T12:00:00Z"}
                """
        )
        #expect(throws: SeedFault.self) { try WreelyHouse(seed) }
    }

    @Test
    func `a content is moved once, and back`() throws {
        let start = try house.domain.content
        let moved = try start.following(later, registry)
        #expect(try moved.following(later, registry).image === moved.image)
        #expect(try moved.following(later + .seconds(3_600), registry).image === moved.image)
        let back = try moved.following(WreelyHouse.time(0, 0), registry)
        #expect(try starts(back) == starts(start))
        #expect(try start.following(WreelyHouse.time(0, 23, 59), registry).image === start.image)
    }

    @Test
    func `days count from midnight in UTC, before 1970 too`() throws {
        let start = try house.domain.content
        #expect(
            try starts(start.following(WreelyHouse.time(1, 0), registry))[0]
                == WreelyHouse.time(-3, 18)
        )
        let early = Instant(microseconds: -1)
        let moved = try start.following(early, registry)
        #expect(try starts(moved)[1] == Instant(seconds: (2 * 24 + 18) * 3_600))
        #expect(try starts(moved.following(WreelyHouse.noon, registry)) == starts(start))
    }

    @Test
    func `a content that was never filled stays as it is`() throws {
        let empty = Content(try registry.empty(), try Domain.fresh().content.documents)
        #expect(try empty.following(later, registry).image === empty.image)
    }

    @Test
    func `an export has whole dates, which do not move`() throws {
        let copy = try WreelyHouse(String(decoding: try house.export(), as: UTF8.self))
        let start = try copy.domain.content
        #expect(try starts(start.following(later, registry)) == starts(house.domain.content))
    }

    @Test
    func `a standard content made from its files or its image has this day's dates`() throws {
        let image = try PageImage(copying: SeedImage.make())
        let made = Content(image, try house.domain.content.documents)
        let domain = try Domain.inMemory(
            TimeAndChance(name: "w", clock: .frozen(at: later), randomSeed: 1),
            seed: .standard
        )
        let moved = try made.following(later, registry)
        #expect(try dump(Connection(.pages(moved.image))) == dump(domain.work.connection))
    }
}
