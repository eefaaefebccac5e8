package import MockPostlyContent
internal import MockPostlyJSON
package import MockPostlySQLite

extension PeopleSeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        writer.key("users")
        writer.beginArray()
        var next: Int64 = 1
        try UserStore.forEachRow(of: content.connection) { row in
            writer.element()
            writer.beginObject()
            if row.int(0) != next { writer.field("number", row.int(0)) }
            // After the largest number of all there is no next row to compare with.
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

/// The people of a content, found by id or number while a seed is written.
package struct SeedPeople: SeedKnowledge {
    /// An account as it is now, and how the seed refers to it.
    ///
    /// ``name`` and ``picture`` are the present ones; posts of Postly keep those of the time of
    /// writing.
    package struct Person {
        package var name: [UInt8]
        package var email: [UInt8]
        package var picture: [UInt8]?
        /// The reference as JSON: the e-mail, or the id when an older account has the same e-mail.
        ///
        /// `"ana@example.com"` or `{"userId": "65cb1b2e0c1f4a7b9d000001"}`.
        package var reference: [UInt8]
    }

    private var people: [Person] = []
    private var places: [ExactText: Int] = [:]
    private var placesByNumber: [Int64: Int] = [:]

    /// Reads all accounts of `connection`.
    ///
    /// Costs memory for each account.
    ///
    /// - Throws: SQLite's errors.
    package init(_ connection: Connection) throws {
        var emails: Set<ExactText> = []
        try UserStore.forEachRow(of: connection) { row in
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
    ///
    /// O(1).
    package func find(_ id: LentText) -> Person? {
        places[ExactText(String(decoding: id, as: UTF8.self))].map { people[$0] }
    }

    /// The user with this number; nil when there is none.
    ///
    /// O(1).
    package func find(number: Int64) -> Person? {
        placesByNumber[number].map { people[$0] }
    }

    /// The reference to the user with this number, as JSON.
    ///
    /// The database makes sure that every number has a row.
    package func reference(number: Int64) -> [UInt8] {
        find(number: number)?.reference ?? Array("null".utf8)
    }

    /// The reference to an id, as JSON: `{"userId": …}`; also for people who have no account.
    ///
    /// One line of JSON, which goes into the file unchanged.
    package static func reference(id: LentText) -> [UInt8] {
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
