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
        SeedShape(
            "wreely",
            "Workspaces with all that is in them, and the public directory.",
            [
                .rows("workspaces", .wreelyWorkspace, "The workspaces."),
                .rows("places", .wreelyPlace, "Places, which lie around whatever point is asked."),
            ] + ContentPart.wreely.nextIDs
        )
    }

    let reading: SeedReading
    let people: PeopleSeed
    private let companies: WreelyCompanyStore
    let tables: SeedTables
    /// The ids of members by the numbers of their accounts.
    private var memberIDs: [Int: WreelyMember.ID] = [:]
    /// Whether every member was read; if not, a person who seems to be none may be missing.
    private var knowsAllMembers = true

    /// The accounts must be read before: ``PeopleSeed`` comes earlier in the list of parts.
    package required init(_ reading: SeedReading, _ earlier: SeedParts) {
        self.reading = reading
        people = earlier.part(PeopleSeed.self)
        companies = WreelyCompanyStore(reading.work)
        tables = SeedTables(.wreely, reading)
    }

    package func missFile() { knowsAllMembers = false }

    /// Shown on a line of its own that begins with "wreely".
    package var tally: SeedTally? { tables.tally("wreely", without: .wreelyCompany) }

    package func read(_ value: JSONValue) {
        let shape = Self.shape
        guard let row = reading.row(value, SeedPlace("wreely", members: shape.names), shape) else {
            knowsAllMembers = false
            return
        }
        // A post may be by a member of a later workspace.
        var open: [(id: Int64, row: SeedRow)] = []
        tables.forEach(row, "workspaces", .wreelyWorkspace) { row in
            guard let row, let id = tables.insert(row, .wreelyWorkspace, [:]) else {
                knowsAllMembers = false
                return
            }
            tables.forEach(row, "members", .wreelyMember) { readMember($0, of: id) }
            open.append((id, row))
        }
        for (id, row) in open {
            tables.forEach(row, "companies", .wreelyCompany) { readCompany($0, of: id) }
            tables.forEach(row, "posts", .wreelyPost) { readPost($0, of: id) }
            tables.forEach(row, "events", .wreelyEvent) { readEvent($0, of: id) }
            tables.forEach(row, "rooms", .wreelyRoom) { readRoom($0, of: id) }
        }
        tables.forEach(row, "places", .wreelyPlace) { row in
            if let row { _ = tables.insert(row, .wreelyPlace, [:]) }
        }
        tables.raiseIDs(row)
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
            tables.isFree(row, "mobile", in: .wreelyMember) {
                "another member has the number \($0)"
            },
            tables.isFree(row, "token", in: .wreelyMember) { _ in "the token is there twice" },
        ]
        guard let user, isNew == [true, true],
            let id = tables.insert(
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

    private func readCompany(_ row: SeedRow?, of workspace: WreelyWorkspace.ID) {
        guard let row,
            let company = tables.insert(row, .wreelyCompany, ["workspace": .integer(workspace)])
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
