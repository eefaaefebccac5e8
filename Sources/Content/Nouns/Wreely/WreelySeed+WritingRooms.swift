internal import MockPostlyContent
internal import MockPostlySQLite

/// Writes the meeting rooms of a workspace, and the public directory.
extension WreelySeed {
    static func writeRooms(
        of workspace: Int64,
        _ content: ExportedContent,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "rooms",
            content.connection,
            """
            SELECT id, name, description, opens, closes, images
            FROM wreely_room
            WHERE workspace = ?1
            ORDER BY id
            """,
            [.integer(workspace)]
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.field("name", row.textBytes(1))
            writer.filled("description", row: row, column: 2)
            writer.key("opens")
            writer.text(WreelyTimeOfDay.text(of: row.int(3)))
            writer.key("closes")
            writer.text(WreelyTimeOfDay.text(of: row.int(4)))
            writer.lines("images", row.text(5))
            try writeBookings(of: row.int(0), content, people: people, writer: &writer)
        }
    }

    private static func writeBookings(
        of room: Int64,
        _ content: ExportedContent,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "bookings",
            content.connection,
            """
            SELECT id, member, starts_at, ends_at, is_free, follows
            FROM wreely_booking
            WHERE room = ?1
            ORDER BY id
            """,
            [.integer(room)]
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.member("member", id: row.int(1), people: people)
            writer.date("startsAt", row.int(2), follows: row.bool(5), content.filledAt)
            writer.date("endsAt", row.int(3), follows: row.bool(5), content.filledAt)
            if !row.bool(4) { writer.field("isFree", isTrue: false) }
        }
    }

    static func writePlaces(_ connection: Connection, _ writer: inout SeedWriter) throws {
        try writer.objects(
            "places",
            connection,
            """
            SELECT id, bearing, distance, name, description, address, postal_area, city, state,
                country, image_url, images, url, currency, day_price, week_price, month_price,
                star_rating, reviews, capacity, private_rooms, meeting_rooms
            FROM wreely_place
            ORDER BY id
            """
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.field("bearing", row.int(1))
            writer.field("distance", row.int(2))
            writer.field("name", row.textBytes(3))
            writer.filled("description", row: row, column: 4)
            writer.filled("address", row: row, column: 5)
            writer.filled("postalArea", row: row, column: 6)
            writer.filled("city", row: row, column: 7)
            writer.filled("state", row: row, column: 8)
            writer.filled("country", row: row, column: 9)
            writer.filled("imageUrl", row: row, column: 10)
            writer.lines("images", row.text(11))
            writer.filled("url", row: row, column: 12)
            writer.filled("currency", row: row, column: 13)
            writer.filled("dayPrice", row: row, column: 14)
            writer.filled("weekPrice", row: row, column: 15)
            writer.filled("monthPrice", row: row, column: 16)
            writer.filled("starRating", row: row, column: 17)
            writer.field("reviews", row.int(18))
            writer.field("capacity", row.int(19))
            writer.field("privateRooms", row.int(20))
            writer.field("meetingRooms", row.int(21))
        }
    }
}

extension SeedWriter {
    /// The lines of a text as an array.
    fileprivate mutating func lines(_ name: StaticString, _ text: String) {
        key(name)
        beginArray()
        for line in WreelyLines.list(of: text) {
            element()
            self.text(line)
        }
        endArray()
    }
}
