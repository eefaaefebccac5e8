package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension FeedSeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let connection = content.connection
        let people = try content.knowledge(SeedPeople.self)
        writer.key("community")
        writer.beginObject()
        writer.key("members")
        writer.beginArray()
        try MembershipStore.forEachRow(of: connection) { row in
            writer.element()
            writer.beginObject()
            writer.person("user", row.int(0), people: people)
            writer.date("joinedAt", row.int(1))
            writer.endObject()
        }
        writer.endArray()
        try writeFeed(of: connection, people, &writer)
        try writeTokens(of: connection, people, &writer)
        try writer.nextID("nextPostId", of: .communityPost, connection)
        try writer.nextID("nextCommentId", of: .communityComment, connection)
        writer.endObject()
    }

    private static func writeFeed(
        of connection: Connection,
        _ people: SeedPeople,
        _ writer: inout SeedWriter
    ) throws {
        writer.key("posts")
        writer.beginArray()
        try FeedStore.forEachRow(of: connection) { row in
            writer.element()
            writer.beginObject()
            writer.field("id", row.int(0))
            writer.person("author", row.int(1), people: people)
            writer.field("content", row.textBytes(2))
            if !row.isNull(3) { writer.field("imageUrl", row.textBytes(3)) }
            writer.date("createdAt", row.int(4))
            if row.int(5) != row.int(4) { writer.date("updatedAt", row.int(5)) }
            let likes = NumberList.numbers(in: row.textBytes(6)).compactMap(people.find(number:))
            if !likes.isEmpty {
                writer.key("likes")
                writer.beginArray()
                for person in likes {
                    writer.element()
                    writer.raw(person.reference)
                }
                writer.endArray()
            }
            if row.int(7) != 0 {
                try writeComments(of: row.int(0), on: connection, people: people, to: &writer)
            }
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeComments(
        of post: Int64,
        on connection: Connection,
        people: SeedPeople,
        to writer: inout SeedWriter
    ) throws {
        writer.key("comments")
        writer.beginArray()
        try FeedStore.forEachCommentRow(ofPost: post, connection) { row in
            writer.element()
            writer.beginObject()
            writer.field("id", row.int(0))
            writer.person("author", row.int(1), people: people)
            writer.field("content", row.textBytes(2))
            writer.date("createdAt", row.int(3))
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeTokens(
        of connection: Connection,
        _ people: SeedPeople,
        _ writer: inout SeedWriter
    ) throws {
        writer.key("tokens")
        writer.beginArray()
        try APITokenStore.forEachRow(of: connection) { row in
            writer.element()
            writer.beginObject()
            writer.person("user", row.int(0), people: people)
            writer.field("hash", row.textBytes(1))
            writer.date("createdAt", row.int(2))
            if !row.isNull(3) { writer.date("revokedAt", row.int(3)) }
            writer.endObject()
        }
        writer.endArray()
    }
}

extension SeedWriter {
    /// A reference to a user; the database makes sure that every number has a row.
    fileprivate mutating func person(_ name: StaticString, _ number: Int64, people: SeedPeople) {
        key(name)
        raw(people.find(number: number)?.reference ?? Array("null".utf8))
    }
}
