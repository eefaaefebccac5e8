internal import MockPostlyJSON
package import MockPostlySQLite

/// The whole content of a world as one seed file.
///
/// A seed is a list of people and what they did, so internal numbers and what can be counted are
/// left out. What reads it back has the same content: exporting that gives the same bytes.
package enum SeedExport {
    /// The seed file of the content of `connection`, which is only read.
    package static func json(of connection: Connection) throws -> [UInt8] {
        let people = try SeedPeople(connection)
        var writer = SeedWriter()
        writer.beginObject()
        // Nothing that the API has made is wrong, be it a person without an e-mail.
        writer.field("exact", isTrue: true)
        try writeUsers(of: connection, &writer)
        try writePosts(of: connection, people, &writer)
        try writeCommunity(of: connection, people, &writer)
        try writeDocuments(of: connection, &writer)
        writer.endObject()
        return writer.finish()
    }

    private static func writeUsers(
        of connection: Connection,
        _ writer: inout SeedWriter
    ) throws {
        writer.key("users")
        writer.beginArray()
        var next: Int64 = 1
        try connection.forEach(
            """
            SELECT id, user_id, name, email, picture, password, created_at, last_login
            FROM user
            ORDER BY id
            """
        ) { row in
            writer.element()
            writer.beginObject()
            if row.int(0) != next { writer.field("number", row.int(0)) }
            // What comes after the largest number of all is never looked for.
            next = row.int(0) &+ 1
            writer.field("userId", row.textBytes(1))
            writer.field("name", row.textBytes(2))
            writer.field("email", row.textBytes(3))
            if !row.isNull(4) { writer.field("profilePicture", row.textBytes(4)) }
            if !row.isNull(5) { writer.field("passwordHash", row.textBytes(5)) }
            writer.date("createdAt", row.int(6))
            if !row.isNull(7) { writer.date("lastLogin", row.int(7)) }
            writer.endObject()
        }
        writer.endArray()
    }
}

/// The people of a content, by what others call them.
struct SeedPeople {
    /// What a post or comment shows of its author, as it is now.
    struct Person {
        var name: [UInt8]
        var email: [UInt8]
        var picture: [UInt8]?
        /// How the seed names the person, as JSON: by e-mail, or by id when an older person has
        /// the same.
        var reference: [UInt8]
    }

    private var people: [Person] = []
    private var places: [ExactText: Int] = [:]
    private var placesByNumber: [Int64: Int] = [:]

    init(_ connection: Connection) throws {
        var emails: Set<ExactText> = []
        try connection.forEach(
            "SELECT id, user_id, name, email, picture FROM user ORDER BY id"
        ) { row in
            let isFirst = emails.insert(ExactText(row.text(3))).inserted
            let reference =
                isFirst
                ? Self.reference(email: row.textBytes(3)) : Self.reference(id: row.textBytes(1))
            placesByNumber[row.int(0)] = people.count
            places[ExactText(row.text(1))] = people.count
            people.append(
                Person(
                    name: Array(row.textBytes(2)),
                    email: Array(row.textBytes(3)),
                    picture: row.isNull(4) ? nil : Array(row.textBytes(4)),
                    reference: reference
                )
            )
        }
    }

    /// The user with this id; nil when there is none.
    func find(_ id: LentText) -> Person? {
        places[ExactText(String(decoding: id, as: UTF8.self))].map { people[$0] }
    }

    /// The user with this number; nil when there is none.
    func find(number: Int64) -> Person? {
        placesByNumber[number].map { people[$0] }
    }

    /// How a seed names somebody who is no user.
    static func reference(id: LentText) -> [UInt8] {
        var writer = JSONWriter(escaping: .utf8, reserving: 64)
        writer.beginObject()
        writer.key("userId")
        writer.byte(UInt8(ascii: " "))
        writer.string(utf8: id)
        writer.endObject()
        return writer.finish()
    }

    private static func reference(email: LentText) -> [UInt8] {
        var writer = JSONWriter(escaping: .utf8, reserving: 64)
        writer.string(utf8: email)
        return writer.finish()
    }
}
