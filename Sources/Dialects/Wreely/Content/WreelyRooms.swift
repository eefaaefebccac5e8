package import MockPostlyWorld

/// A meeting room of a workspace.
package struct WreelyRoom: Sendable, Equatable {
    package typealias ID = Int64

    package var id: ID
    package var workspace: WreelyWorkspace.ID
    package var name: String
    package var description: String
    /// The minute of the day at which it opens, from 0.
    ///
    /// Of a day in UTC, as all times of Wreely; the apps take it for local time.
    package var opens: Int64
    /// The minute of the day at which it closes, after ``opens`` and at most 1440.
    package var closes: Int64
    /// URLs, or paths of this server; there may be none.
    package var imageURLs: [String]
}

/// A booking of a meeting room.
package struct WreelyBooking: Sendable, Equatable {
    package typealias ID = Int64

    package var id: ID
    package var room: WreelyRoom.ID
    package var roomName: String
    package var member: WreelyMember.ID
    /// At least a microsecond before ``endsAt``.
    package var startsAt: Instant
    /// The first moment after the booking.
    package var endsAt: Instant
    /// Whether it is paid with the free minutes of the month in which it begins.
    package var isFree: Bool

    /// The longest booking: 24 hours, in microseconds.
    static let longest: Int64 = 86_400_000_000

    static func isLength(_ microseconds: Int64) -> Bool { (1...longest).contains(microseconds) }
}

/// Why a meeting room cannot be booked.
package enum WreelyBookingError: Error, Sendable, Equatable {
    case noSuchRoom
    case noSuchMember
    /// The end is not after the start, or more than 24 hours after it.
    case noTime
    /// Another booking overlaps the time.
    case taken
}

/// How much a member uses meeting rooms in one month; bookings count in the month in which they
/// begin.
package struct WreelyUsage: Sendable, Equatable {
    /// The number of bookings.
    ///
    /// Also those that were made for a time that is not over.
    package var bookings: Int64
    /// The length of all bookings, in minutes.
    package var minutes: Int64
    /// The length of those that the free minutes have paid, in minutes.
    package var freeMinutesUsed: Int64
    /// How many minutes a month are free.
    ///
    /// Of the member's workspace, 0 to 44,640.
    package var freeMinutes: Int64
    /// The first moment of the month.
    package var month: Instant

    /// How many free minutes are left.
    ///
    /// 0 when a workspace has lowered the free minutes after they were used.
    package var freeMinutesLeft: Int64 { max(0, freeMinutes - freeMinutesUsed) }
    /// The length of the bookings that are paid, in minutes.
    package var paidMinutes: Int64 { minutes - freeMinutesUsed }
}
