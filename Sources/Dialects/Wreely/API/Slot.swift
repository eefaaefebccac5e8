internal import MockPostlyContent
internal import MockPostlyWorld
internal import WreelyContent

/// A quarter of an hour of a meeting room.
struct Slot: Equatable {
    /// In minutes.
    private static let length: Int64 = 15
    private static let minute: Int64 = 60_000_000

    let start: Instant
    let end: Instant
    /// The booking that takes the quarter or a part of it; nil when it is free.
    let booking: WreelyBooking?

    /// The quarters from the opening of a room to its closing, on the day of `date`.
    ///
    /// A quarter that does not end before the closing is left out. `bookings` are those of the
    /// day, in order.
    static func all(of room: WreelyRoom, on date: Instant, _ bookings: [WreelyBooking]) -> [Slot] {
        let midnight = midnight(of: date)
        return stride(from: room.opens, through: room.closes - length, by: Int(length)).map {
            let start = midnight + .microseconds($0 * minute)
            let end = start + .microseconds(length * minute)
            let taken = bookings.first { $0.startsAt < end && $0.endsAt > start }
            return Slot(start: start, end: end, booking: taken)
        }
    }

    /// The beginning of the day of `date`, in UTC.
    static func midnight(of date: Instant) -> Instant {
        Instant(microseconds: date.daysSince1970 * Instant.microsecondsOfDay)
    }
}
