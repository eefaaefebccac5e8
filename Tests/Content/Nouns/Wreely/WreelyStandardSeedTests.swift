import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import WreelyContent

/// The standard content of Wreely.
@Suite
struct WreelyStandardSeedTests {
    private let domain: Domain
    private let today = Instant.frozen.daysSince1970

    init() throws {
        domain = try Domain.inMemory(.frozen(), seed: .standard)
    }

    @Test
    func `it has two workspaces with all that the app shows`() throws {
        let companies = WreelyCompanyStore(domain.work)
        let workspaces = try companies.workspaces()
        #expect(workspaces.count == 2)
        #expect(workspaces.map(\.members).reduce(0, +) == 25)
        #expect(try workspaces.flatMap { try companies.all(in: $0.id) }.count == 8)
        let wall = WreelyWallStore(domain.work, domain.world)
        let posts = try workspaces.flatMap {
            try wall.page(in: $0.id, for: 1, limit: 100, offset: 0)
        }
        #expect(posts.count == 40)
        #expect((15...25).contains(posts.count { !$0.imageURL.isEmpty }))
        #expect(posts.allSatisfy { $0.createdAt < .frozen })
        #expect(posts.map(\.comments).reduce(0, +) > 30)
        #expect(posts.map(\.likes).reduce(0, +) > 100)
        for post in posts where !post.imageURL.isEmpty {
            #expect(post.imageURL.hasPrefix("/wreely/pictures/"))
        }
        #expect(try WreelyDirectoryStore(domain.work).all().count == 12)
    }

    @Test
    func `Mira is found by her number`() throws {
        let members = WreelyMemberStore(domain.work, domain.world)
        let mira = try #require(try members.find(mobile: "9876543210"))
        #expect([mira.name, mira.email] == ["Mira Sol", "mira.sol@example.com"])
    }

    @Test
    func `there are past and future events, and bookings on this day`() throws {
        let events = try [1, 2].flatMap { try WreelyEventStore(domain.work).all(in: $0) }
        #expect(events.count { $0.endsAt < .frozen } == 4)
        #expect(events.count { $0.startsAt > .frozen } == 6)
        let rooms = WreelyRoomStore(domain.work)
        let all = try [1, 2].flatMap { try rooms.rooms(in: $0) }
        #expect(all.count == 4)
        for room in all {
            #expect(!room.imageURLs.isEmpty)
            let midnight = Instant(microseconds: today * Instant.microsecondsOfDay)
            let day = Duration.seconds(86_400)
            #expect(try !rooms.bookings(of: room.id, from: midnight, to: midnight + day).isEmpty)
        }
    }

    @Test
    func `bookings are of quarter hours within the opening hours`() throws {
        let rooms = WreelyRoomStore(domain.work)
        for room in try [1, 2].flatMap({ try rooms.rooms(in: $0) }) {
            let month = Duration.seconds(31 * 86_400)
            let bookings = try rooms.bookings(
                of: room.id,
                from: .frozen - month,
                to: .frozen + month
            )
            for booking in bookings {
                let day = booking.startsAt.daysSince1970 * 86_400
                let (start, end) = (booking.startsAt.seconds - day, booking.endsAt.seconds - day)
                #expect(start % 900 == 0 && end % 900 == 0)
                #expect(room.opens * 60 <= start && end <= room.closes * 60)
                #expect(booking.isFree)
            }
            for (one, next) in zip(bookings, bookings.dropFirst()) {
                #expect(one.endsAt <= next.startsAt)
            }
        }
    }

    @Test
    func `no member uses more than the free minutes of a month`() throws {
        let minutes = try domain.work.connection.all(
            """
            SELECT w.free_minutes, sum(b.ends_at - b.starts_at) / 60000000
            FROM wreely_booking b JOIN wreely_member m ON m.id = b.member
                JOIN wreely_workspace w ON w.id = m.workspace
            GROUP BY m.id
            """
        ) { ($0.int(0), $0.int(1)) }
        #expect(minutes.allSatisfy { $0.1 <= $0.0 })
    }
}
