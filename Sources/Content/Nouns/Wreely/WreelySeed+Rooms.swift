internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Reads the meeting rooms of a workspace, and the public directory.
extension WreelySeed {
    private static let roomMembers = [
        "name", "description", "opens", "closes", "images", "bookings", "id",
    ]
    private static let bookingMembers = ["member", "startsAt", "endsAt", "isFree", "id"]
    private static let placeMembers = [
        "bearing", "distance", "name", "description", "address", "postalArea", "city", "state",
        "country", "imageUrl", "images", "url", "currency", "dayPrice", "weekPrice", "monthPrice",
        "starRating", "reviews", "capacity", "privateRooms", "meetingRooms", "id",
    ]

    func readRooms(_ value: JSONValue?, of workspace: WreelyWorkspace.ID, _ path: String) {
        reading.forEach(value, path + ".rooms", members: Self.roomMembers) { value, place in
            readRoom(value, of: workspace, place)
        }
    }

    private func readRoom(
        _ value: JSONValue,
        of workspace: WreelyWorkspace.ID,
        _ place: SeedPlace
    ) {
        guard var members = reading.object(value, place) else { return }
        let id = self.id(&members, of: .wreelyRoom, "room")
        let name = requiredText(&members, "name")
        let description = text(&members, "description")
        let opens = minute(&members, "opens")
        let closes = minute(&members, "closes")
        let images = addresses(members.take("images"), place.path("images"))
        let bookings = members.take("bookings")
        reading.close(members)
        guard let id, let name, let opens, let closes, let images else { return }
        guard opens.minute < closes.minute else {
            let words = "expected a time after opens"
            return reading.report(place.path("closes"), at: closes.offset, words)
        }
        let room = reading.attempt {
            try rows.insert(room: [
                id, .integer(workspace), .text(name), .text(description),
                .integer(opens.minute), .integer(closes.minute), .text(images),
            ])
        }
        guard let room else { return }
        count.rooms += 1
        var plan = WreelyRoomPlan()
        // All relative or none: otherwise bookings could overlap when the relative ones move.
        var follows: Bool?
        let list = place.path("bookings")
        reading.forEach(bookings, list, members: Self.bookingMembers) { value, place in
            readBooking(value, of: room, place: place, plan: &plan, follows: &follows)
        }
    }

    /// A time of day as `08:30`, up to `24:00`; nil after a fault was reported.
    private func minute(
        _ members: inout SeedMembers,
        _ name: String
    ) -> (minute: Int64, offset: Int)? {
        guard let value = reading.required(&members, name) else { return nil }
        let field = members.place.path(name)
        guard let text = reading.string(value, field) else { return nil }
        guard let minute = WreelyTimeOfDay.minute(of: text) else {
            reading.report(value, field, expected: "a time of day such as \"08:30\"")
            return nil
        }
        return (minute, value.offset)
    }

    private func readBooking(
        _ value: JSONValue,
        of room: WreelyRoom.ID,
        place: SeedPlace,
        plan: inout WreelyRoomPlan,
        follows: inout Bool?
    ) {
        guard var members = reading.object(value, place) else { return }
        let id = self.id(&members, of: .wreelyBooking, "booking")
        let person = requiredMember(&members, "member")
        let times = times(&members)
        let isFree = flag(&members, "isFree", usual: true)
        reading.close(members)
        guard let id, let person, let times else { return }
        let (start, end) = (times.start.instant.microseconds, times.end.instant.microseconds)
        guard WreelyBooking.isLength(end - start) else {
            let words = "expected a date after startsAt, by at most 24 hours"
            return reading.report(place.path("endsAt"), at: times.offset, words)
        }
        let expected = follows ?? times.start.follows
        follows = expected
        guard times.start.follows == expected else {
            let words = expected ? "dates relative to the day" : "whole dates"
            return reading.report(
                place.path(),
                at: value.offset,
                "expected \(words), as the first booking of the room has"
            )
        }
        guard plan.reserve(start, end) else {
            return reading.report(place.path(), at: value.offset, "the room is taken at this time")
        }
        count.bookings += 1
        reading.attempt {
            try rows.insert(booking: [
                id, .integer(room), .integer(person), .integer(start), .integer(end),
                .bool(isFree), .bool(times.start.follows),
            ])
        }
    }

    // MARK: Directory

    func readPlace(_ value: JSONValue, _ index: Int) {
        let place = SeedPlace("wreely.places", at: index, members: Self.placeMembers)
        guard var members = reading.object(value, place) else { return }
        let id = self.id(&members, of: .wreelyPlace, "place")
        let bearing = required(&members, "bearing", in: 0...359)
        let distance = required(&members, "distance", in: 0...20_000_000)
        let name = requiredText(&members, "name")
        let address = ["description", "address", "postalArea", "city", "state", "country"]
            .map { Value.text(text(&members, $0)) }
        // The app opens these without asking whether they are URLs, and splits `images` at commas.
        let image = self.address(&members, "imageUrl", isAlwaysChecked: true) ?? ""
        let images = addresses(members.take("images"), place.path("images"), hasCommas: false)
        let url = self.address(&members, "url", isAlwaysChecked: true) ?? ""
        let prices = ["currency", "dayPrice", "weekPrice", "monthPrice", "starRating"]
            .map { Value.text(text(&members, $0)) }
        let counts = ["reviews", "capacity", "privateRooms", "meetingRooms"]
            .map { number(&members, $0) ?? 0 }
        reading.close(members)
        guard let id, let bearing, let distance, let name, let images else { return }
        count.places += 1
        let front = [id, bearing, distance, .text(name)] + address
        let values = front + [.text(image), .text(images), .text(url)] + prices + counts
        reading.attempt { try rows.insert(place: values) }
    }

    private func required(
        _ members: inout SeedMembers,
        _ name: String,
        in range: ClosedRange<Int64>
    ) -> Value? {
        guard let value = reading.required(&members, name) else { return nil }
        return reading.number(value, members.place.path(name), in: range).map { .integer($0) }
    }
}
