internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld
internal import WreelyContent

/// The meeting rooms of a workspace and their bookings.
enum MeetingRooms {
    static func list(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let rooms = try call.api.rooms.rooms(in: visit.workspace)
        return .list("meeting_rooms", rooms) { $0.write(&$1, call.site) }
    }

    /// How much the member uses rooms in the present month.
    static func dashboard(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let now = call.api.context.world.now
        guard let usage = try call.api.rooms.usage(of: visit.member.id, inMonthOf: now) else {
            throw Failure.somethingWrong
        }
        return .json { json in
            json.key("meeting_room_dashboard")
            usage.write(&json)
        }
    }

    /// The quarters of a day, that of `start_date`, or today.
    static func slots(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let room = try call.api.room(call.requiredNumber("room_id"), visit)
        let day = try call.day("start_date") ?? call.api.context.world.now
        let midnight = Slot.midnight(of: day)
        let bookings = try call.api.rooms.bookings(
            of: room.id,
            from: midnight,
            to: midnight + .microseconds(Instant.microsecondsOfDay)
        )
        return .list("meeting_room_bookings", Slot.all(of: room, on: day, bookings)) {
            $0.write(&$1, of: room)
        }
    }

    static func book(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let body = try RequestBody(request)
        try body.require("room_id", "start_time", "end_time")
        let start = try time(body, "start_time")
        let end = try time(body, "end_time")
        let room = try call.api.room(body.number("room_id"), visit)
        guard start < end else { throw Failure.badTime("end_time") }
        let booking = try call.api.rooms.book(
            room.id,
            for: visit.member.id,
            from: start,
            to: end
        )
        return .json { json in
            json.field("error", false)
            json.field(
                "mail_message",
                "\(room.name) is booked for you from \(WireTime.text(start)) to "
                    + "\(WireTime.text(end))."
            )
            json.list("meeting_room_bookings", [booking]) { $0.write(&$1) }
        }
    }

    private static func time(_ body: RequestBody, _ name: String) throws(Failure) -> Instant {
        guard let time = WireTime.read((body[name] ?? "").trimmed) else { throw .badTime(name) }
        return time
    }

    /// The bookings of the member that begin in a range; without an end it is open there.
    static func history(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let start = try call.time("start_date") ?? Instant.printable.lowerBound
        let end = try call.time("end_date", isEndOfDay: true) ?? Instant.printable.upperBound
        let bookings = try call.api.rooms.history(of: visit.member.id, from: start, through: end)
        return .list("meeting_rooms_history", bookings) { $0.write(&$1) }
    }

    static func cancel(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        let booking = try call.requiredNumber("booking_id")
        guard try call.api.rooms.cancel(booking, by: visit.member.id) else {
            throw Failure.unknownBooking
        }
        return .done
    }
}

extension Wreely {
    /// The room with this id in the member's workspace; throws ``Failure/unknownRoom``.
    fileprivate func room(_ id: WreelyRoom.ID, _ visit: Visit) throws -> WreelyRoom {
        guard let room = try rooms.find(id), room.workspace == visit.workspace else {
            throw Failure.unknownRoom
        }
        return room
    }
}

extension Call {
    /// The midnight of the date with which a value of the path begins, whatever time follows; nil
    /// when it is missing or empty.
    ///
    /// Throws a ``Failure`` for a text that begins with no date.
    fileprivate func day(_ name: String) throws(Failure) -> Instant? {
        guard let text = values[name].map(\.trimmed), !text.isEmpty else { return nil }
        guard let day = WireTime.read(String(decoding: text.utf8.prefix(10), as: UTF8.self)) else {
            throw .badTime(name)
        }
        return day
    }

    /// The time in the values of the path; nil when it is missing or empty.
    ///
    /// With `isEndOfDay`, a date without a time is the last moment of its day. Throws a ``Failure``
    /// for a text that is no time.
    fileprivate func time(
        _ name: String,
        isEndOfDay: Bool = false
    ) throws(Failure) -> Instant? {
        guard let text = values[name].map(\.trimmed), !text.isEmpty else { return nil }
        guard let time = WireTime.read(text) else { throw .badTime(name) }
        return isEndOfDay && text.utf8.count == 10
            ? time + .microseconds(Instant.microsecondsOfDay - 1) : time
    }
}
