package import MockPostlyContent
internal import MockPostlySQLite

extension PostsSeed {
    package static func write(_ content: ExportedContent, _ writer: inout SeedWriter) throws {
        let connection = content.connection
        let people = try content.knowledge(SeedPeople.self)
        writer.key("posts")
        writer.beginArray()
        try PostStore.forEachRow(of: connection) { row in
            writer.element()
            writer.beginObject()
            writer.field("_id", row.textBytes(1))
            let author = people.find(row.textBytes(2))
            writer.key("author")
            writer.raw(author?.reference ?? SeedPeople.reference(id: row.textBytes(2)))
            writer.byline("authorName", row.textBytes(3), now: author?.name)
            writer.byline("authorEmail", row.textBytes(4), now: author?.email)
            let picture = row.isNull(5) ? nil : row.textBytes(5)
            writer.bylinePicture(picture, author)
            writer.field("title", row.textBytes(6))
            writer.field("slug", row.textBytes(7))
            if !row.textBytes(8).elementsEqual("published".utf8) {
                writer.field("status", row.textBytes(8))
            }
            if !row.isNull(9) { writer.field("coverImage", row.textBytes(9)) }
            writer.date("createdAt", row.int(10))
            if row.int(11) != row.int(10) { writer.date("updatedAt", row.int(11)) }
            if row.int(12) != 0 { writer.field("views", row.int(12)) }
            if row.int(13) != 0 {
                try writeLikes(of: row.int(0), on: connection, people: people, to: &writer)
            }
            writer.key("content")
            writer.paragraphs(row.textBytes(15))
            if row.int(14) != 0 {
                try writeComments(of: row.int(0), on: connection, people: people, to: &writer)
            }
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writeLikes(
        of post: Int64,
        on connection: Connection,
        people: SeedPeople,
        to writer: inout SeedWriter
    ) throws {
        writer.key("likes")
        writer.beginArray()
        try PostStore.forEachLike(ofPost: post, connection) { row in
            let person = people.find(row.textBytes(0))
            writer.element()
            writer.raw(person?.reference ?? SeedPeople.reference(id: row.textBytes(0)))
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
        try PostStore.forEachCommentRow(ofPost: post, connection) { row in
            writer.element()
            writer.beginObject()
            writer.field("_id", row.textBytes(0))
            let author = people.find(row.textBytes(1))
            writer.key("author")
            writer.raw(author?.reference ?? SeedPeople.reference(id: row.textBytes(1)))
            writer.byline("authorName", row.textBytes(2), now: author?.name)
            writer.bylinePicture(row.isNull(3) ? nil : row.textBytes(3), author)
            writer.field("content", row.textBytes(4))
            writer.date("createdAt", row.int(5))
            writer.endObject()
        }
        writer.endArray()
    }
}

extension SeedWriter {
    /// What a post or comment shows of its author, when the account now has something else.
    fileprivate mutating func byline(_ name: StaticString, _ shown: LentText, now: [UInt8]?) {
        if let now, shown.elementsEqual(now) { return }
        field(name, shown)
    }

    fileprivate mutating func bylinePicture(_ shown: LentText?, _ author: SeedPeople.Person?) {
        let isSame =
            switch (shown, author?.picture) {
            case (nil, nil): true
            case (let shown?, let now?): shown.elementsEqual(now)
            default: false
            }
        if !isSame { field("authorPicture", shown) }
    }

    /// A text as an array of paragraphs, split at blank lines; a text without blank lines as a
    /// string.
    fileprivate mutating func paragraphs(_ text: LentText) {
        var start = 0
        var index = 0
        var isArray = false
        func part(_ end: Int) -> LentText { LentText(rebasing: text[start..<end]) }
        while index + 1 < text.count {
            guard text[index] == 0x0A, text[index + 1] == 0x0A else {
                index += 1
                continue
            }
            if !isArray { beginArray() }
            isArray = true
            element()
            self.text(part(index))
            index += 2
            start = index
        }
        guard isArray else { return self.text(text) }
        element()
        self.text(part(text.count))
        endArray()
    }
}
