internal import MockPostlyContent
internal import MockPostlySQLite

/// How many members, posts of the walls, events and so on all workspaces have.
enum WreelyCounts {
    @Sendable static func all(_ connection: Connection) throws -> [ContentCount] {
        let counts = try connection.first(
            """
            SELECT (SELECT count(*) FROM wreely_workspace), (SELECT count(*) FROM wreely_member),
                (SELECT count(*) FROM wreely_post), (SELECT count(*) FROM wreely_comment),
                (SELECT count(*) FROM wreely_event), (SELECT count(*) FROM wreely_room),
                (SELECT count(*) FROM wreely_booking)
            """
        ) { row in
            [
                ContentCount("workspaces", row.int(0)), ContentCount("members", row.int(1)),
                ContentCount("posts", row.int(2)), ContentCount("comments", row.int(3)),
                ContentCount("events", row.int(4)), ContentCount("rooms", row.int(5)),
                ContentCount("bookings", row.int(6)),
            ]
        }
        return counts ?? []
    }
}
