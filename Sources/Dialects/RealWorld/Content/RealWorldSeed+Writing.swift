package import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension RealWorldSeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let connection = content.connection
        let isEmpty = try [ContentTable.realWorldPerson, .realWorldArticle, .realWorldComment]
            .allSatisfy { table in
                guard try table.count(on: connection) == 0 else { return false }
                return try !table.hasSequence || Sequences.next(of: table, on: connection) == nil
            }
        guard !isEmpty else { return }
        let people = try content.knowledge(SeedPeople.self)
        writer.key("realworld")
        writer.beginObject()
        writer.key("people")
        writer.beginArray()
        try ContentTable.realWorldPerson.forEach("user", "username", "bio", on: connection) { row in
            writer.element()
            writer.beginObject()
            writer.person("user", row.int(0), people)
            writer.field("username", row.textBytes(1))
            if !row.isNull(2) { writer.field("bio", row.textBytes(2)) }
            try writer.references(
                "follows",
                "followed",
                of: .realWorldFollow,
                where: ("follower", row.int(0)),
                on: connection,
                people.reference(number:)
            )
            writer.endObject()
        }
        writer.endArray()
        try writeArticles(connection, people, &writer)
        for (name, table) in sequences { try writer.nextID(name, of: table, connection) }
        writer.endObject()
    }

    private static func writeArticles(
        _ connection: Connection,
        _ people: SeedPeople,
        _ writer: inout SeedWriter
    ) throws {
        writer.key("articles")
        writer.beginArray()
        try ContentTable.realWorldArticle.forEach(
            "id",
            "slug",
            "author",
            "title",
            "description",
            "body",
            "created_at",
            "updated_at",
            on: connection
        ) { row in
            let id = row.int(0)
            writer.element()
            writer.beginObject()
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
            try ContentTable.realWorldTag.forEach("name", where: ("article", id), on: connection) {
                writer.element()
                writer.text($0.textBytes(0))
            }
            writer.endArray()
            try writer.references(
                "favoritedBy",
                "person",
                of: .realWorldFavorite,
                where: ("article", id),
                on: connection,
                people.reference(number:)
            )
            writer.key("comments")
            writer.beginArray()
            try ContentTable.realWorldComment.forEach(
                "id",
                "author",
                "body",
                "created_at",
                where: ("article", id),
                on: connection
            ) { row in
                writer.element()
                writer.beginObject()
                writer.field("id", row.int(0))
                writer.person("author", row.int(1), people)
                writer.field("body", row.textBytes(2))
                writer.date("createdAt", row.int(3))
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
    }
}

extension SeedWriter {
    fileprivate mutating func person(_ name: StaticString, _ id: Int64, _ people: SeedPeople) {
        key(name)
        raw(people.reference(number: id))
    }
}
