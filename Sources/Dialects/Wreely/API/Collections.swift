internal import MockPostlyContent
package import MockPostlyDialect
internal import MockPostlyNouns
internal import WreelyContent

/// The records of Wreely that people can look at.
extension Wreely {
    /// All of them can only be read; their names begin with `wreely-`.
    package var collections: [RecordCollection] {
        let tables: [(name: String, title: String, noun: String, table: RecordTable)] = [
            ("members", "Members", "member", .wreelyMembers),
            ("workspaces", "Workspaces", "workspace", .wreelyWorkspaces),
            ("companies", "Companies", "company", .wreelyCompanies),
            ("posts", "Wall", "post", .wreelyPosts),
            ("comments", "Comments", "comment", .wreelyComments),
            ("likes", "Likes", "like", .wreelyLikes),
            ("events", "Events", "event", .wreelyEvents),
            ("rooms", "Rooms", "room", .wreelyRooms),
            ("bookings", "Bookings", "booking", .wreelyBookings),
            ("places", "Places", "place", .wreelyPlaces),
        ]
        return tables.map { one in
            RecordCollection(
                "wreely-" + one.name,
                one.title,
                noun: one.noun,
                one.table,
                context.domain.work
            )
        }
    }
}
