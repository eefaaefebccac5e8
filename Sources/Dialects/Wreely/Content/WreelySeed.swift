package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The member `wreely` of a seed: workspaces with all that is in them, and the public directory.
///
/// Rows without ids get them in the order of the files. What a row has stands beside its table.
package final class WreelySeed: SeedPart {
    /// `{"workspaces":[...],"places":[...]}`.
    package static var member: String { "wreely" }

    package static var described: SeedMember {
        SeedMember(member, .object(shape), "Co-working spaces: what several files say is added up.")
    }

    private static var shape: SeedShape {
        // The next id can be one more than the largest.
        let next = SeedKind.number(1...(.largestInContent + 1))
        return SeedShape(
            "wreely",
            "Workspaces with all that is in them, and the public directory.",
            [
                .rows("workspaces", .wreelyWorkspace, "The workspaces."),
                .rows("places", .wreelyPlace, "Places, which lie around whatever point is asked."),
            ] + sequences.map { .init($0.name, next, "The least id that is given next.") }
        )
    }

    static let sequences: [(name: String, table: ContentTable)] = [
        ("nextPostId", .wreelyPost), ("nextCommentId", .wreelyComment),
        ("nextLikeId", .wreelyLike), ("nextBookingId", .wreelyBooking),
    ]

    let reading: SeedReading
    let people: PeopleSeed
    private let companies: WreelyCompanyStore
    private let tables: [String: SeedTable]
    /// The ids of members by the numbers of their accounts.
    private var memberIDs: [Int: WreelyMember.ID] = [:]
    /// Whether every member was read; if not, a person who seems to be none may be missing.
    private var knowsAllMembers = true
    /// How many rows of each table were read.
    private var count: [String: Int] = [:]

    /// The accounts must be read before: ``PeopleSeed`` comes earlier in the list of parts.
    package required init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        people = earlier.part(PeopleSeed.self)
        companies = WreelyCompanyStore(reading.work)
        var tables: [String: SeedTable] = [:]
        for table in ContentPart.wreely.tables where table.seed != nil {
            tables[table.name] = SeedTable(table)
        }
        self.tables = tables
    }

    package func missFile() { knowsAllMembers = false }

    /// Shown on a line of its own that begins with "wreely".
    package var tally: SeedTally? {
        let tables: [ContentTable] = [
            .wreelyWorkspace, .wreelyMember, .wreelyPost, .wreelyComment, .wreelyLike,
            .wreelyEvent, .wreelyRoom, .wreelyBooking, .wreelyPlace,
        ]
        return SeedTally(
            title: "wreely",
            tables.map { .init($0.seed?.noun ?? "", count[$0.name] ?? 0) }
        )
    }

    package func read(_ value: JSONValue) {
        let shape = Self.shape
        guard let row = reading.row(value, SeedPlace("wreely", members: shape.names), shape) else {
            knowsAllMembers = false
            return
        }
        // A post may be by a member of a later workspace.
        var open: [(id: Int64, row: SeedRow)] = []
        forEach(row, "workspaces", .wreelyWorkspace) { row in
            guard let row, let id = insert(row, .wreelyWorkspace, [:]) else {
                knowsAllMembers = false
                return
            }
            forEach(row, "members", .wreelyMember) { readMember($0, of: id) }
            open.append((id, row))
        }
        for (id, row) in open {
            forEach(row, "companies", .wreelyCompany) { readCompany($0, of: id) }
            forEach(row, "posts", .wreelyPost) { readPost($0, of: id) }
            forEach(row, "events", .wreelyEvent) { readEvent($0, of: id) }
            forEach(row, "rooms", .wreelyRoom) { readRoom($0, of: id) }
        }
        forEach(row, "places", .wreelyPlace) { row in
            if let row { _ = insert(row, .wreelyPlace, [:]) }
        }
        for (name, table) in Self.sequences {
            guard let id = row.number(name) else { continue }
            reading.attempt {
                try Sequences.raise(table.name, to: id - 1, on: reading.connection)
            }
        }
    }

    // MARK: Rows

    /// Calls `body` with the elements of a list that a row has; nil for those that are no objects.
    func forEach(
        _ row: SeedRow,
        _ list: String,
        _ table: ContentTable,
        _ body: (SeedRow?) -> Void
    ) {
        tables[table.name]?.forEach(row.json(list), row.path(list), reading, body)
    }

    /// Adds a row, if it is whole, and counts it; returns its id.
    ///
    /// Without `row`, it has the other columns alone.
    func insert(_ row: SeedRow?, _ table: ContentTable, _ others: [String: Value]) -> Int64? {
        guard row?.isWhole ?? true, let id = tables[table.name]?.insert(row, others, reading) else {
            return nil
        }
        count[table.name, default: 0] += 1
        return id
    }

    /// A row of ``ContentTable/wreelyLike``.
    func like(_ value: JSONValue, _ list: String, at index: Int) -> SeedRow? {
        guard let table = tables[ContentTable.wreelyLike.name] else { return nil }
        return table.row(value, SeedPlace(list, at: index, members: table.shape.names), reading)
    }

    /// The member whose account `value` names; nil after a fault was reported, and for no value.
    func member(_ value: JSONValue?, _ field: @autoclosure () -> String) -> WreelyMember.ID? {
        guard let value, let user = people.author(value, field()) else { return nil }
        if let id = memberIDs[user] { return id }
        if knowsAllMembers {
            let words = "\(people.name(of: user)) is not a member of a workspace"
            reading.report(field(), at: value.offset, words)
        }
        return nil
    }

    /// The member whom the member `name` of a row names, as a value of a column.
    func member(_ row: SeedRow, _ name: String) -> Value? {
        member(row.json(name), row.path(name)).map { .integer($0) }
    }

    // MARK: Members and companies

    private func readMember(_ row: SeedRow?, of workspace: WreelyWorkspace.ID) {
        guard let row else {
            knowsAllMembers = false
            return
        }
        let user = row.json("user").flatMap { newMember($0, row.path("user")) }
        let isNew = [
            isFree(row, "mobile") { "another member has the number \($0)" },
            isFree(row, "token") { _ in "the token is there twice" },
        ]
        guard let user, isNew == [true, true],
            let id = insert(
                row,
                .wreelyMember,
                [
                    "user": .integer(Int64(user)), "workspace": .integer(workspace),
                    "is_contact": .bool(false),
                    "created_at": .integer(people.creation(of: user).microseconds),
                ]
            )
        else {
            knowsAllMembers = false
            return
        }
        memberIDs[user] = id
    }

    /// The account of a new member; nil after a fault was reported.
    private func newMember(_ value: JSONValue, _ field: String) -> Int? {
        guard let user = people.author(value, field) else { return nil }
        guard memberIDs[user] == nil else {
            let words = "\(people.name(of: user)) is a member twice"
            reading.report(field, at: value.offset, words)
            return nil
        }
        return user
    }

    /// Whether no other member has the value of a column that has the name of its member.
    private func isFree(_ row: SeedRow, _ name: String, _ words: (String) -> String) -> Bool {
        guard let text = row.text(name), let offset = row.json(name)?.offset,
            tables[ContentTable.wreelyMember.name]?.has(name, .text(text), reading) == true
        else { return true }
        reading.report(row.path(name), at: offset, words(text))
        return false
    }

    private func readCompany(_ row: SeedRow?, of workspace: WreelyWorkspace.ID) {
        guard let row,
            let company = insert(row, .wreelyCompany, ["workspace": .integer(workspace)])
        else { return }
        var staff: Set<WreelyMember.ID> = []
        reading.forEach(row.json("members"), row.path("members")) { index, value in
            let field = row.path("members[\(index)]")
            guard let person = member(value, field) else { return }
            guard reading.attempt({ try companies.join(person, company) }) ?? true else {
                return reading.report(field, at: value.offset, "the member has a company already")
            }
            staff.insert(person)
        }
        guard let contact = row.json("contact") else { return }
        guard let person = member(contact, row.path("contact")) else { return }
        guard staff.contains(person) else {
            return reading.report(contact, row.path("contact"), expected: "one of its members")
        }
        reading.attempt { try companies.makeContact(person) }
    }
}
