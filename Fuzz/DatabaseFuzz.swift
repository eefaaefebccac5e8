import CMockPostlySQLite
import CommunityContent
import MockPostlyContent
import MockPostlyCrypto
import MockPostlyJSON
import MockPostlyNouns
import MockPostlySQLite
import MockPostlySeeds
import MockPostlyWorld

/// Imports databases that somebody has been at: they are refused, or everything that can be read,
/// written and exported of them works.
///
/// Each line of the input is a change to a good database: SQL, which finds the tables without their
/// constraints and may write to the schema; after `=` a value, as bytes that name table, column, row
/// and kind; after `@` bytes of the file, behind three of their place.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzDatabase(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count <= 64, let altered = base.altered(by: lines) else { return 0 }
    guard let image = try? ContentFile.image(of: altered, .standard) else { return 0 }
    do {
        try read(image)
        try write(image)
        // What was taken in is taken in again, as it is.
        let again = try ContentFile.image(of: image.bytes, .standard)
        precondition(again.bytes == image.bytes)
        let seed = try SeedExport.json(
            of: Connection(.pages(image)),
            ContentRegistry.standard.seeds
        )
        try read(try imported(seed).work.connection.image())
    } catch {
        fatalError("\(error)")
    }
    return 0
}

private func world() -> TimeAndChance {
    TimeAndChance(
        name: "default",
        clock: .frozen(at: Instant(seconds: 1_771_072_496)),
        randomSeed: 1
    )
}

private func imported(_ seed: [UInt8]) throws -> Domain {
    let domain = try Domain.inMemory(world(), documents: DocumentOrigin(.empty))
    try domain.reset(to: SeedSource.bytes(seed, name: "seed"))
    try domain.work.commit()
    return domain
}

// MARK: What is done with a content

private func read(_ image: PageImage) throws {
    let domain = try Domain(
        Connection(.pages(image)),
        world(),
        documents: DocumentOrigin(.standard)
    )
    let counts = try domain.counts()
    precondition(counts.allSatisfy { $0.counts.allSatisfy { $0.count >= 0 } })
    let postly = counts.first { $0.scope == .postly }?.counts ?? []
    let users = postly.first { $0.name == "users" }?.count
    let posts = postly.first { $0.name == "posts" }?.count ?? 0
    var people: [(number: CommunityMember.ID, account: User.ID)] = []
    try domain.users.forEachAccount(after: 0) { people.append(($0, $1)) }
    precondition(Int64(people.count) == users)
    var seen: Int64 = 0
    for status in ["published", "draft", ""] {
        let keys = try domain.posts.keys(.status(status), limit: .max, offset: 0)
        let total = try domain.posts.count(.status(status))
        precondition(Int64(keys.count) == total)
        for key in keys {
            let comments = try domain.posts.read(key: key) { post in
                precondition(ObjectID(hex: String(decoding: post.id, as: UTF8.self)) != nil)
                precondition(post.views >= 0 && post.likes >= 0)
                write { $0.string(utf8: post.content) }
                return post.comments
            }
            var count: Int64 = 0
            try domain.posts.forEachComment(ofPost: key) { _ in count += 1 }
            precondition(count == comments)
        }
        seen += Int64(keys.count)
    }
    precondition(seen <= posts)
    for (number, account) in people {
        _ = try domain.posts.count(.allOf(account))
        let person = try domain.users.find(account)
        _ = try domain.users.credentials(email: person.email)
        _ = try domain.members.find(number)
    }
    for text in ["a", "post", "words"] { _ = try domain.posts.search(text) }
    try domain.feed.readPage(limit: .max, offset: 0) { post in
        let list = try JSON(parsing: Array(post.likedBy)).root
        precondition(Int64(list.elements.count) == post.likes)
    }
    for kind in DocumentKind.allCases {
        for document in domain.documents.all(kind) {
            precondition(domain.documents.find(kind, document.id) != nil)
        }
        precondition(domain.documents.nextID(kind) > 0 || !domain.documents.all(kind).isEmpty)
    }
    _ = try CustomResponseStore(domain.work, domain.documents).find("r")
}

private func write(_ body: (inout JSONWriter) -> Void) {
    var writer = JSONWriter(escaping: .ascii)
    body(&writer)
    let bytes = writer.finish()
    precondition((try? JSON(parsing: bytes)) != nil)
}

private func write(_ image: PageImage) throws {
    let domain = try Domain(
        Connection(.pages(image)),
        world(),
        documents: DocumentOrigin(.standard)
    )
    let author = try domain.users.register(
        email: "fuzz \(image.byteCount)@example.com",
        name: "Fuzz",
        password: .seeded("p", salt: [1])
    )
    let id = try domain.posts.create(Post.Draft(title: "New", content: "Words"), by: author)
    let keys = try domain.posts.keys(.status("published"), limit: 3, offset: 0)
    precondition(keys.contains(id))
    for key in keys {
        try domain.posts.countView(key: key)
        let (post, owner) = try domain.posts.read(key: key) { post in
            (
                ObjectID(hex: String(decoding: post.id, as: UTF8.self)),
                User.ID(String(decoding: post.authorID, as: UTF8.self))
            )
        }
        guard let post else { continue }
        _ = try domain.posts.like(post, by: author.id)
        try domain.posts.addComment(to: post, content: "x", by: author) { _ in }
        var changes = Post.Changes()
        changes.title = "Another"
        changes.status = "draft"
        _ = try domain.posts.update(post, changes, by: owner)
        if key == keys.first { try domain.posts.delete(post, by: owner) }
    }
    guard let member = try domain.members.find(author.id)?.id else { fatalError("no member") }
    try domain.members.join(member)
    _ = try domain.apiTokens.issue(for: member)
    let post = try domain.feed.create(FeedPost.Draft(content: "New"), by: member)
    _ = try domain.feed.express(.toggle, on: post, by: member)
    _ = try domain.feed.addComment(to: post, content: "x", by: member) { _ in }
    try domain.feed.delete(post, by: member)
    for kind in DocumentKind.allCases {
        let id = domain.documents.nextID(kind)
        try domain.documents.put(kind, id: id, text: Array("{\"id\":\(id)}".utf8))
        try domain.documents.remove(kind) { $0.id == id }
    }
    try domain.work.commit()
    let findings = try domain.work.connection.integrityCheck()
    precondition(findings == nil, findings ?? "")
    _ = try SeedExport.json(
        of: domain.work.connection,
        ContentRegistry.standard.seeds
    )
}

// MARK: Databases to begin with

private let base = Base()

/// A good database, and how it is spoilt.
private struct Base: Sendable {
    /// With tables that take any value.
    private let loose: [UInt8]
    /// The definitions of the tables as they must be.
    private let definitions: [(name: String, sql: String)]
    private let columns: [(table: String, columns: [String])]

    init() {
        do {
            let good = try Self.good()
            let source = try Connection(.pages(PageImage(copying: good)))
            let tables = try source.schema().filter { $0.type == "table" }
            definitions = tables.compactMap { entry in entry.sql.map { (entry.name, $0) } }
            columns = try tables.map { ($0.name, try source.columns(of: $0.name)) }
        } catch {
            fatalError("\(error)")
        }
        var database = Raw(try? Self.good())
        database.run("PRAGMA writable_schema = ON")
        for (text, replacement) in [
            ("STRICT, WITHOUT", "WITHOUT"), ("STRICT", ""), (" NOT NULL", ""),
        ] {
            database.run("UPDATE sqlite_schema SET sql = replace(sql, '\(text)', '\(replacement)')")
        }
        database.run("PRAGMA writable_schema = RESET")
        loose = database.bytes
    }

    /// The database after the changes; nil when nothing is left of it.
    func altered(by lines: [ArraySlice<UInt8>]) -> [UInt8]? {
        var database = Raw(loose)
        database.run("PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON")
        for line in lines where line.first != UInt8(ascii: "@") {
            if line.first == UInt8(ascii: "=") {
                if let sql = assignment(Array(line.dropFirst())) { database.run(sql) }
            } else {
                database.run(String(decoding: line, as: UTF8.self))
            }
        }
        for (name, sql) in definitions {
            let quoted = sql.replacing("'", with: "''")
            let loose = quoted.replacing("STRICT, WITHOUT", with: "WITHOUT")
                .replacing("STRICT", with: "").replacing(" NOT NULL", with: "")
            database.run(
                """
                UPDATE sqlite_schema SET sql = '\(quoted)'
                WHERE name = '\(name)' AND type = 'table' AND sql = '\(loose)'
                """
            )
        }
        var bytes = database.bytes
        for line in lines where line.first == UInt8(ascii: "@") && line.count > 4 && !bytes.isEmpty
        {
            let place = line.dropFirst().prefix(3).reduce(0) { $0 << 8 | Int($1) }
            for (index, byte) in line.dropFirst(4).enumerated() {
                bytes[(place + index) % bytes.count] = byte
            }
        }
        return bytes.isEmpty ? nil : bytes
    }

    /// SQL for `table, column, row, kind, bytes`.
    private func assignment(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 4 else { return nil }
        let (table, names) = columns[Int(bytes[0]) % columns.count]
        guard !names.isEmpty else { return nil }
        let column = names[Int(bytes[1]) % names.count]
        let hexadecimal = bytes.dropFirst(4).map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        let number = bytes.dropFirst(4).prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let value =
            switch bytes[3] % 8 {
            case 0: "NULL"
            case 1: "\(number)"
            case 2: "CAST(x'\(hexadecimal)' AS TEXT)"
            case 3: "x'\(hexadecimal)'"
            case 4: "\(number).5"
            case 5: "\(column) || CAST(x'\(hexadecimal)' AS TEXT)"
            case 6: "substr(\(column), \(number % 64))"
            default: "-9223372036854775808 + \(number % 256)"
            }
        return """
            UPDATE \(table) SET \(column) = \(value) WHERE \(names[0]) IN
                (SELECT \(names[0]) FROM \(table) LIMIT 1 OFFSET \(bytes[2] % 4))
            """
    }

    /// A database with something in every table.
    private static func good() throws -> [UInt8] {
        let domain = try Domain.inMemory(world(), documents: DocumentOrigin(.standard))
        try domain.documents.importSet(
            DocumentSet { kind in
                kind == .todos
                    ? Array(#"[{"id":1,"todo":"x","completed":true,"userId":1}]"#.utf8)
                    : Array("[]".utf8)
            }
        )
        for name in ["Mira", "Zoë"] {
            let person = try domain.users.register(
                email: "\(name)@example.com",
                name: name,
                password: .seeded(name, salt: [1])
            )
            _ = try domain.users.signInWithGoogle(
                id: User.ID("1000"),
                email: "\(name)@example.com",
                name: "G",
                picture: ""
            )
            for status in ["published", "draft"] {
                let draft = Post.Draft(
                    title: "A post",
                    content: "Some words\n\nof it",
                    status: status
                )
                let key = try domain.posts.create(draft, by: person)
                let id = try domain.posts.read(key: key) { post in
                    ObjectID(hex: String(decoding: post.id, as: UTF8.self))
                }
                guard let id else { continue }
                _ = try domain.posts.like(id, by: person.id)
                try domain.posts.addComment(to: id, content: "é", by: person) { _ in }
            }
            guard let member = try domain.members.find(person.id)?.id else { continue }
            try domain.members.join(member)
            let token = try domain.apiTokens.issue(for: member)
            let hash = try domain.apiTokens.look(up: token).hash
            try domain.apiTokens.revoke(hash: hash, of: member)
            let post = try domain.feed.create(FeedPost.Draft(content: "To the feed"), by: member)
            _ = try domain.feed.express(.like, on: post, by: member)
            _ = try domain.feed.addComment(to: post, content: "x", by: member) { _ in }
        }
        try domain.documents.put(.todos, id: 2, text: Array(#"{"id":2,"todo":"y"}"#.utf8))
        try CustomResponseStore(domain.work, domain.documents).add(
            "r",
            CustomResponse(method: "GET", body: Array("[1]".utf8), createdAt: domain.world.now)
        )
        try domain.work.commit()
        return try domain.work.connection.serialize()
    }
}

/// SQLite without the cares of ``Connection``.
private struct Raw: ~Copyable {
    private var handle: OpaquePointer?

    init(_ bytes: [UInt8]?) {
        guard let bytes, sqlite3_open(":memory:", &handle) == SQLITE_OK else {
            fatalError("no database")
        }
        let buffer = sqlite3_malloc64(UInt64(bytes.count))?.assumingMemoryBound(to: UInt8.self)
        guard let buffer else { fatalError("no memory") }
        buffer.update(from: bytes, count: bytes.count)
        let flags = SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE
        let count = sqlite3_int64(bytes.count)
        sqlite3_deserialize(handle, "main", buffer, count, count, UInt32(flags))
        // A change may have no end, or make the file large.
        sqlite3_progress_handler(handle, 20_000, { _ in 1 }, nil)
        run("PRAGMA max_page_count = 200")
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs SQL as far as it goes; files are none of its business.
    mutating func run(_ sql: String) {
        let words = sql.lowercased()
        guard !words.contains("attach"), !words.contains("vacuum"), !words.contains("_limit"),
            !words.contains("page_count"), !words.contains("directory")
        else { return }
        _ = sqlite3_exec(handle, sql, nil, nil, nil)
    }

    var bytes: [UInt8] {
        // What a change has begun must not hide what it has done.
        _ = sqlite3_exec(handle, "COMMIT", nil, nil, nil)
        var size: sqlite3_int64 = 0
        guard let start = sqlite3_serialize(handle, "main", &size, 0) else { return [] }
        defer { sqlite3_free(start) }
        return [UInt8](UnsafeBufferPointer(start: start, count: Int(size)))
    }
}
