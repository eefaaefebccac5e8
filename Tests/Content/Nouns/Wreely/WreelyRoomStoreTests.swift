import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import WreelyContent

@Suite("Meeting rooms of Wreely")
struct WreelyRoomStoreTests {
    private let house: WreelyHouse

    init() throws {
        house = try WreelyHouse()
    }

    private func book(
        _ start: Instant,
        minutes: Int64,
        _ room: WreelyRoom.ID = WreelyHouse.quiet,
        for member: WreelyMember.ID = WreelyHouse.cleo
    ) throws -> WreelyBooking {
        try house.rooms.book(room, for: member, from: start, to: start + .seconds(minutes * 60))
    }

    @Test
    func `rooms have opening hours and pictures`() throws {
        let room = try #require(try house.rooms.rooms(in: WreelyHouse.north).first)
        #expect((room.opens, room.closes) == (480, 1200))
        #expect(room.imageURLs == ["/q.jpg"])
        let loud = try #require(try house.rooms.find(WreelyHouse.loud))
        #expect((loud.opens, loud.closes) == (0, 1440))
        #expect(loud.imageURLs.isEmpty)
        #expect(try house.rooms.find(9) == nil)
        #expect(try house.rooms.rooms(in: 9).isEmpty)
    }

    // 10:00 to 11:00 is Ada's and 11:00 to 11:15 is Ben's.
    @Test(
        arguments: [
            (9, 45, 15, true), (9, 45, 16, false), (9, 0, 240, false), (10, 0, 60, false),
            (10, 15, 15, false), (10, 59, 1, false), (11, 0, 15, false), (11, 14, 30, false),
            (11, 15, 15, true),
        ]
    )
    func `a booking that overlaps another is refused`(
        hour: Int64,
        minute: Int64,
        minutes: Int64,
        isFree: Bool
    ) throws {
        let start = WreelyHouse.time(0, hour, minute)
        if isFree {
            let booking = try book(start, minutes: minutes)
            #expect(booking.id == 3)
            #expect(booking.roomName == "Quiet")
        } else {
            #expect(throws: WreelyBookingError.taken) { try book(start, minutes: minutes) }
        }
        #expect(try book(start, minutes: minutes, WreelyHouse.loud).room == WreelyHouse.loud)
    }

    @Test
    func `a booking needs a room, a member and a time`() throws {
        let start = WreelyHouse.time(1, 9)
        #expect(throws: WreelyBookingError.noSuchRoom) { try book(start, minutes: 15, 9) }
        #expect(throws: WreelyBookingError.noSuchMember) { try book(start, minutes: 15, for: 9) }
        for minutes: Int64 in [0, -15, 1441] {
            #expect(throws: WreelyBookingError.noTime) { try book(start, minutes: minutes) }
        }
        #expect(throws: WreelyBookingError.noTime) {
            try house.rooms.book(
                1,
                for: 1,
                from: Instant(microseconds: .min),
                to: Instant(microseconds: .max)
            )
        }
        #expect(throws: WreelyBookingError.noTime) {
            try book(Instant(microseconds: .max) - .seconds(3_600), minutes: 15)
        }
        #expect(try book(start, minutes: 1440).endsAt == WreelyHouse.time(2, 9))
    }

    @Test
    func `only who has booked can cancel, once`() throws {
        #expect(try !house.rooms.cancel(1, by: WreelyHouse.ben))
        #expect(try house.rooms.cancel(1, by: WreelyHouse.ada))
        #expect(try !house.rooms.cancel(1, by: WreelyHouse.ada))
        #expect(try !house.rooms.cancel(9, by: WreelyHouse.ada))
        #expect(try book(WreelyHouse.time(0, 10), minutes: 60).id == 3)
    }

    @Test
    func `bookings of a room are those that overlap the asked time`() throws {
        let bookings = { (start: Instant, end: Instant) in
            try house.rooms.bookings(of: WreelyHouse.quiet, from: start, to: end).map(\.id)
        }
        #expect(try bookings(WreelyHouse.time(0, 0), WreelyHouse.time(1, 0)) == [1, 2])
        #expect(try bookings(WreelyHouse.time(0, 10, 59), WreelyHouse.time(0, 11)) == [1])
        #expect(try bookings(WreelyHouse.time(0, 11), WreelyHouse.time(0, 12)) == [2])
        #expect(try bookings(WreelyHouse.time(0, 9), WreelyHouse.time(0, 10)).isEmpty)
        #expect(try bookings(WreelyHouse.time(1, 0), WreelyHouse.time(0, 0)).isEmpty)
        #expect(try bookings(Instant(microseconds: .min), Instant(microseconds: .max)) == [1, 2])
    }

    @Test
    func `a history has the member's bookings that begin in the range`() throws {
        let history = { (start: Instant, end: Instant) in
            try house.rooms.history(of: WreelyHouse.ada, from: start, through: end).map(\.id)
        }
        #expect(try history(WreelyHouse.time(0, 10), WreelyHouse.time(0, 10)) == [1])
        #expect(try history(WreelyHouse.time(0, 10, 1), WreelyHouse.time(9, 0)).isEmpty)
        #expect(try history(WreelyHouse.time(-9, 0), WreelyHouse.time(0, 9, 59)).isEmpty)
    }

    // MARK: Free minutes

    @Test
    func `free minutes pay a booking when there are enough for all of it`() throws {
        let usage = {
            try house.rooms.usage(of: WreelyHouse.ben, inMonthOf: WreelyHouse.noon)
        }
        // Ben's booking of the seed is paid.
        let first = try #require(try usage())
        #expect((first.bookings, first.minutes, first.freeMinutesUsed) == (1, 15, 0))
        #expect((first.freeMinutes, first.freeMinutesLeft, first.paidMinutes) == (60, 60, 15))
        #expect(first.month == Instant(seconds: 1_769_904_000))
        let ben = WreelyHouse.ben
        #expect(try book(WreelyHouse.time(1, 9), minutes: 45, for: ben).isFree)
        #expect(try !book(WreelyHouse.time(1, 10), minutes: 30, for: ben).isFree)
        let last = try book(WreelyHouse.time(1, 11), minutes: 15, for: ben)
        #expect(last.isFree)
        #expect(try !book(WreelyHouse.time(1, 12), minutes: 15, for: ben).isFree)
        let full = try #require(try usage())
        #expect((full.bookings, full.minutes, full.freeMinutesUsed) == (5, 120, 60))
        #expect((full.freeMinutesLeft, full.paidMinutes) == (0, 60))
        #expect(try house.rooms.cancel(last.id, by: ben))
        #expect(try usage()?.freeMinutesLeft == 15)
        #expect(try book(WreelyHouse.time(1, 13), minutes: 15, for: ben).isFree)
        #expect(try house.rooms.usage(of: 9, inMonthOf: WreelyHouse.noon) == nil)
    }

    @Test
    func `each month has free minutes of its own`() throws {
        let ben = WreelyHouse.ben
        let january = Instant(seconds: 1_769_903_100)  // 2026-01-31T23:45:00Z
        #expect(try book(january, minutes: 60, for: ben).isFree)
        #expect(try !book(january - .seconds(86_400), minutes: 15, for: ben).isFree)
        #expect(try book(january + .seconds(86_400), minutes: 60, for: ben).isFree)
        let usage = try #require(try house.rooms.usage(of: ben, inMonthOf: january))
        #expect((usage.bookings, usage.minutes, usage.freeMinutesUsed) == (2, 75, 60))
        // 9999-12-31T10:00:00Z, and 1969-12-31T23:59:00Z.
        for seconds: Int64 in [253_402_250_400, -60] {
            #expect(try book(Instant(seconds: seconds), minutes: 1, for: ben).isFree)
            let usage = try house.rooms.usage(of: ben, inMonthOf: Instant(seconds: seconds))
            #expect(usage?.bookings == 1)
        }
    }

    // MARK: Property

    /// Minutes that are taken, room by room.
    private struct Model {
        var bookings: [WreelyBooking.ID: (room: Int64, member: Int64, range: Range<Int64>)] = [:]

        func isFree(_ room: Int64, _ range: Range<Int64>) -> Bool {
            !bookings.values.contains { $0.room == room && $0.range.overlaps(range) }
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `bookings never overlap, whatever is booked and cancelled`(seed: UInt64) throws {
        var random = RandomSource(seed: seed)
        var model = Model()
        for id in [1, 2] as [Int64] {
            let room = WreelyHouse.quiet
            let all = try house.rooms.bookings(
                of: room,
                from: WreelyHouse.time(0, 0),
                to: WreelyHouse.time(1, 0)
            )
            let booking = try #require(all.first { $0.id == id })
            model.bookings[id] = (room, booking.member, Self.minutes(of: booking))
        }
        for _ in 0..<300 {
            let (room, member) = (Int64(1 + random.below(2)), Int64(1 + random.below(3)))
            if random.below(10) < 7 {
                let first = Int64(random.below(2 * 1_440) - 720)
                let range =
                    first..<first + Int64(1 + random.below(random.below(9) == 0 ? 1_440 : 90))
                let isFree = model.isFree(room, range)
                let booking = try? house.rooms.book(
                    room,
                    for: member,
                    from: Self.instant(range.lowerBound),
                    to: Self.instant(range.upperBound)
                )
                #expect((booking != nil) == isFree)
                if let booking { model.bookings[booking.id] = (room, member, range) }
            } else {
                let id = model.bookings.keys.sorted().randomElement(using: &random) ?? 1
                let isTheirs = model.bookings[id]?.member == member
                #expect(try house.rooms.cancel(id, by: member) == isTheirs)
                if isTheirs { model.bookings[id] = nil }
            }
        }
        for room in [WreelyHouse.quiet, WreelyHouse.loud] {
            let bookings = try house.rooms.bookings(
                of: room,
                from: WreelyHouse.time(-2, 0),
                to: WreelyHouse.time(4, 0)
            )
            #expect(
                Set(bookings.map(\.id)) == Set(model.bookings.filter { $0.value.room == room }.keys)
            )
            for (one, next) in zip(bookings, bookings.dropFirst()) {
                #expect(one.endsAt <= next.startsAt)
            }
            for booking in bookings {
                #expect(model.bookings[booking.id]?.range == Self.minutes(of: booking))
            }
        }
        // The database that comes out is one that may come in.
        try house.domain.work.commit()
        _ = try ContentFile.image(of: house.domain.work.connection.serialize())
    }

    private static func instant(_ minute: Int64) -> Instant {
        WreelyHouse.time(0, 0) + .seconds(minute * 60)
    }

    private static func minutes(of booking: WreelyBooking) -> Range<Int64> {
        let midnight = WreelyHouse.time(0, 0).seconds
        return (booking.startsAt.seconds - midnight) / 60..<(booking.endsAt.seconds - midnight) / 60
    }
}
