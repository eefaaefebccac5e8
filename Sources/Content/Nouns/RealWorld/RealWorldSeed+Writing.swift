package import MockPostlyContent
internal import MockPostlySQLite

extension RealWorldSeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let connection = content.connection
        let isEmpty =
            try connection.first("SELECT 1 FROM realworld_person LIMIT 1") { _ in false } ?? true
        let next = try Sequences.next(of: .realWorldArticle, on: connection)
        let nextComment = try Sequences.next(of: .realWorldComment, on: connection)
        guard !isEmpty || next != nil || nextComment != nil else { return }
        let people = try content.knowledge(SeedPeople.self)
        writer.key("realworld")
        writer.beginObject()
        try writer.objects(
            "people",
            connection,
            "SELECT user, username, bio FROM realworld_person ORDER BY user"
        ) { row, writer in
            writer.person("user", row.int(0), people)
            writer.field("username", row.textBytes(1))
            if !row.isNull(2) { writer.field("bio", row.textBytes(2)) }
            try writer.people(
                "follows",
                connection,
                "SELECT followed FROM realworld_follow WHERE follower = ?1 ORDER BY followed",
                row.int(0),
                people
            )
        }
        try writeArticles(connection, people, &writer)
        try writer.nextID("nextArticleId", of: .realWorldArticle, connection)
        try writer.nextID("nextCommentId", of: .realWorldComment, connection)
        writer.endObject()
    }

    private static func writeArticles(
        _ connection: Connection,
        _ people: SeedPeople,
        _ writer: inout SeedWriter
    ) throws {
        try writer.objects(
            "articles",
            connection,
            """
            SELECT id, slug, author, title, description, body, created_at, updated_at
            FROM realworld_article ORDER BY id
            """
        ) { row, writer in
            let id = row.int(0)
            writer.field("id", id)
            writer.field("slug", row.textBytes(1))
            writer.person("author", row.int(2), people)
            writer.field("title", row.textBytes(3))
            writer.field("description", row.textBytes(4))
            writer.field("body", row.textBytes(5))
            writer.date("createdAt", row.int(6))
            if row.int(7) != row.int(6) { writer.date("updatedAt", row.int(7)) }
            writer.key("tagList")
            writer.beginArray()
            try connection.forEach(
                "SELECT name FROM realworld_tag WHERE article = ?1 ORDER BY name",
                [.integer(id)]
            ) { row in
                writer.element()
                writer.text(row.textBytes(0))
            }
            writer.endArray()
            try writer.people(
                "favoritedBy",
                connection,
                "SELECT person FROM realworld_favorite WHERE article = ?1 ORDER BY person",
                id,
                people
            )
            try writer.objects(
                "comments",
                connection,
                """
                SELECT id, author, body, created_at FROM realworld_comment WHERE article = ?1
                ORDER BY id
                """,
                [.integer(id)]
            ) { row, writer in
                writer.field("id", row.int(0))
                writer.person("author", row.int(1), people)
                writer.field("body", row.textBytes(2))
                writer.date("createdAt", row.int(3))
            }
        }
    }
}

extension SeedWriter {
    fileprivate mutating func person(_ name: StaticString, _ id: Int64, _ people: SeedPeople) {
        key(name)
        raw(people.find(number: id)?.reference ?? Array("null".utf8))
    }

    /// A member with the people whom a statement selects by `id`; none is left out.
    fileprivate mutating func people(
        _ name: StaticString,
        _ connection: Connection,
        _ sql: StaticString,
        _ id: Int64,
        _ people: SeedPeople
    ) throws {
        key(name)
        beginArray()
        try connection.forEach(sql, [.integer(id)]) { row in
            element()
            raw(people.find(number: row.int(0))?.reference ?? Array("null".utf8))
        }
        endArray()
    }
}
