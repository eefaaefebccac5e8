import MockPostlyWorld
import Testing

@testable import MockPostlyNouns
@testable import WreelyContent
@testable import WreelyDialect

@Suite
struct SlotTests {
    private let midnight = Instant(seconds: 1_771_027_200)

    private func room(_ opens: Int64, _ closes: Int64) -> WreelyRoom {
        WreelyRoom(
            id: 1,
            workspace: 1,
            name: "r",
            description: "",
            opens: opens,
            closes: closes,
            imageURLs: []
        )
    }

    private func at(_ minutes: Int64) -> Instant { midnight + .seconds(minutes * 60) }

    private func booking(_ start: Int64, _ end: Int64) -> WreelyBooking {
        WreelyBooking(
            id: 9,
            room: 1,
            roomName: "r",
            member: 2,
            startsAt: at(start),
            endsAt: at(end),
            isFree: true
        )
    }

    @Test(
        arguments: [
            (0, 1440, 96), (540, 1080, 36), (540, 555, 1), (540, 554, 0), (540, 584, 2), (7, 60, 3),
        ] as [(Int64, Int64, Int)]
    )
    func `quarters from opening to closing`(opens: Int64, closes: Int64, count: Int) {
        let slots = Slot.all(of: room(opens, closes), on: at(700), [])
        #expect(slots.count == count)
        for (place, slot) in slots.enumerated() {
            let start = opens + Int64(place) * 15
            #expect(slot.start == at(start) && slot.end == at(start + 15) && slot.booking == nil)
        }
    }

    @Test(
        arguments: [
            (600, 615, [600]), (600, 630, [600, 615]), (605, 610, [600]), (610, 620, [600, 615]),
            (500, 700, [600, 615, 630, 645]), (560, 600, []), (660, 700, []),
        ] as [(Int64, Int64, [Int64])]
    )
    func `a booking takes the quarters that it overlaps`(
        start: Int64,
        end: Int64,
        taken: [Int64]
    ) {
        let slots = Slot.all(of: room(600, 660), on: midnight, [booking(start, end)])
        #expect(slots.filter { $0.booking != nil }.map(\.start) == taken.map(at))
    }

    @Test
    func `the day is that of the date, also before 1970`() {
        #expect(Slot.midnight(of: at(1439)) == midnight)
        #expect(Slot.midnight(of: midnight) == midnight)
        #expect(Slot.midnight(of: Instant(seconds: -1)) == Instant(seconds: -86_400))
    }
}
