package import MockPostlyContent
internal import MockPostlySQLite

extension WreelySeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let connection = content.connection
        guard try hasContent(connection) else { return }
        let people = try WreelyReferences(connection, content.knowledge(SeedPeople.self))
        writer.key("wreely")
        writer.beginObject()
        try writer.objects(
            "workspaces",
            connection,
            "SELECT id, name, email, logo_url, free_minutes FROM wreely_workspace ORDER BY id"
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.field("name", row.textBytes(1))
            writer.filled("email", row: row, column: 2)
            writer.filled("logoUrl", row: row, column: 3)
            writer.field("freeMinutes", row.int(4))
            try writeMembers(of: row.int(0), connection, people: people, writer: &writer)
            try writeCompanies(of: row.int(0), connection, people: people, writer: &writer)
            try writePosts(of: row.int(0), content, people: people, writer: &writer)
            try writeEvents(of: row.int(0), content, people: people, writer: &writer)
            try writeRooms(of: row.int(0), content, people: people, writer: &writer)
        }
        try writePlaces(connection, &writer)
        try writer.nextID("nextPostId", of: .wreelyPost, connection)
        try writer.nextID("nextCommentId", of: .wreelyComment, connection)
        try writer.nextID("nextLikeId", of: .wreelyLike, connection)
        try writer.nextID("nextBookingId", of: .wreelyBooking, connection)
        writer.endObject()
    }

    /// Whether there is anything to write: without it, the seed has no member `wreely`.
    private static func hasContent(_ connection: Connection) throws -> Bool {
        try connection.first(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM wreely_workspace)
                OR EXISTS (SELECT 1 FROM wreely_place)
                OR EXISTS (SELECT 1 FROM sqlite_sequence WHERE name LIKE 'wreely_%')
            """
        ) { _ in true } ?? false
    }

    private static func writeMembers(
        of workspace: Int64,
        _ connection: Connection,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "members",
            connection,
            """
            SELECT id, mobile, name, picture, occupation, membership_type, about, website, twitter,
                linkedin, instagram, facebook, firebase_key, token, created_at
            FROM wreely_member
            WHERE workspace = ?1
            ORDER BY id
            """,
            [.integer(workspace)]
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.member("user", id: row.int(0), people: people)
            writer.field("mobile", row.textBytes(1))
            if !row.isNull(2) { writer.field("name", row.textBytes(2)) }
            if !row.isNull(3) { writer.field("pictureUrl", row.textBytes(3)) }
            writer.filled("occupation", row: row, column: 4)
            writer.filled("membershipType", row: row, column: 5)
            writer.filled("about", row: row, column: 6)
            writer.filled("website", row: row, column: 7)
            writer.filled("twitter", row: row, column: 8)
            writer.filled("linkedin", row: row, column: 9)
            writer.filled("instagram", row: row, column: 10)
            writer.filled("facebook", row: row, column: 11)
            writer.filled("firebaseKey", row: row, column: 12)
            if !row.isNull(13) { writer.field("token", row.textBytes(13)) }
            writer.date("joinedAt", row.int(14))
        }
    }

    private static func writeCompanies(
        of workspace: Int64,
        _ connection: Connection,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "companies",
            connection,
            """
            SELECT id, name, website, about, logo_url, status, is_deleted
            FROM wreely_company
            WHERE workspace = ?1
            ORDER BY id
            """,
            [.integer(workspace)]
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.field("name", row.textBytes(1))
            writer.filled("website", row: row, column: 2)
            writer.filled("about", row: row, column: 3)
            writer.filled("logoUrl", row: row, column: 4)
            writer.field("status", row.int(5))
            if row.bool(6) { writer.field("isDeleted", isTrue: true) }
            try writeStaff(of: row.int(0), connection, people: people, writer: &writer)
        }
    }

    private static func writeStaff(
        of company: Int64,
        _ connection: Connection,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        var contact: Int64?
        writer.key("members")
        writer.beginArray()
        try connection.forEach(
            "SELECT id, is_contact FROM wreely_member WHERE company = ?1 ORDER BY id",
            [.integer(company)]
        ) { row in
            writer.element()
            writer.raw(people.reference(row.int(0)))
            if row.bool(1) { contact = row.int(0) }
        }
        writer.endArray()
        if let contact { writer.member("contact", id: contact, people: people) }
    }

    private static func writePosts(
        of workspace: Int64,
        _ content: ExportedContent,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "posts",
            content.connection,
            """
            SELECT id, member, content, image_url, created_at, follows
            FROM wreely_post
            WHERE workspace = ?1
            ORDER BY id
            """,
            [.integer(workspace)]
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.member("author", id: row.int(1), people: people)
            writer.filled("content", row: row, column: 2)
            writer.filled("imageUrl", row: row, column: 3)
            writer.date("createdAt", row.int(4), follows: row.bool(5), content.filledAt)
            try writeLikes(of: row.int(0), content.connection, people: people, writer: &writer)
            try writeComments(of: row.int(0), content, people: people, writer: &writer)
        }
    }

    private static func writeLikes(
        of post: Int64,
        _ connection: Connection,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "likes",
            connection,
            "SELECT id, member FROM wreely_like WHERE post = ?1 ORDER BY id",
            [.integer(post)]
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.member("member", id: row.int(1), people: people)
        }
    }

    private static func writeComments(
        of post: Int64,
        _ content: ExportedContent,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "comments",
            content.connection,
            """
            SELECT id, member, content, created_at, follows
            FROM wreely_comment
            WHERE post = ?1
            ORDER BY id
            """,
            [.integer(post)]
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.member("author", id: row.int(1), people: people)
            writer.field("content", row.textBytes(2))
            writer.date("createdAt", row.int(3), follows: row.bool(4), content.filledAt)
        }
    }

    private static func writeEvents(
        of workspace: Int64,
        _ content: ExportedContent,
        people: WreelyReferences,
        writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "events",
            content.connection,
            """
            SELECT id, title, description, image_url, starts_at, ends_at, follows
            FROM wreely_event
            WHERE workspace = ?1
            ORDER BY id
            """,
            [.integer(workspace)]
        ) { row, writer in
            writer.field("id", row.int(0))
            writer.field("title", row.textBytes(1))
            writer.filled("description", row: row, column: 2)
            writer.filled("imageUrl", row: row, column: 3)
            writer.date("startsAt", row.int(4), follows: row.bool(6), content.filledAt)
            writer.date("endsAt", row.int(5), follows: row.bool(6), content.filledAt)
            writer.key("attendees")
            writer.beginArray()
            try content.connection.forEach(
                "SELECT member FROM wreely_attendance WHERE event = ?1 ORDER BY member",
                [.integer(row.int(0))]
            ) { attendee in
                writer.element()
                writer.raw(people.reference(attendee.int(0)))
            }
            writer.endArray()
        }
    }
}

/// How a seed refers to members: by their accounts.
struct WreelyReferences {
    private let references: [WreelyMember.ID: [UInt8]]

    init(_ connection: Connection, _ people: SeedPeople) throws {
        var references: [WreelyMember.ID: [UInt8]] = [:]
        try connection.forEach("SELECT id, user FROM wreely_member") { row in
            references[row.int(0)] = people.find(number: row.int(1))?.reference
        }
        self.references = references
    }

    /// The database makes sure that every member has an account.
    func reference(_ member: WreelyMember.ID) -> [UInt8] {
        references[member] ?? Array("null".utf8)
    }
}

extension SeedWriter {
    mutating func member(_ name: StaticString, id: Int64, people: WreelyReferences) {
        key(name)
        raw(people.reference(id))
    }

    /// A text, unless it is empty.
    mutating func filled(_ name: StaticString, row: borrowing Row, column: Int32) {
        if !row.textBytes(column).isEmpty { field(name, row.textBytes(column)) }
    }
}
