package import MockPostlyContent
package import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The member `wreely` of a seed: workspaces with all that is in them, and the public directory.
///
/// Rows without ids get them in the order of the files.
package final class WreelySeed: SeedPart {
    /// `{"workspaces":[...],"places":[...]}`.
    package static var member: String { "wreely" }

    private static let members = [
        "workspaces", "places", "nextPostId", "nextCommentId", "nextLikeId", "nextBookingId",
    ]
    private static let sequences: [(name: String, table: ContentTable)] = [
        ("nextPostId", .wreelyPost), ("nextCommentId", .wreelyComment),
        ("nextLikeId", .wreelyLike), ("nextBookingId", .wreelyBooking),
    ]

    /// A workspace of the present file, of which the people are read already.
    private struct OpenWorkspace {
        var id: WreelyWorkspace.ID
        var path: String
        var companies: JSONValue?
        var posts: JSONValue?
        var events: JSONValue?
        var rooms: JSONValue?
    }

    unowned let reading: SeedReading
    let people: PeopleSeed
    let rows: WreelySeedRows
    /// The ids of members by the numbers of their accounts.
    var memberIDs: [Int: WreelyMember.ID] = [:]
    /// Whether every member was read; if not, a person who seems to be none may be missing.
    var knowsAllMembers = true
    var count = Counts()

    struct Counts {
        var workspaces = 0
        var members = 0
        var posts = 0
        var comments = 0
        var likes = 0
        var events = 0
        var rooms = 0
        var bookings = 0
        var places = 0
    }

    /// The accounts must be read before: ``PeopleSeed`` comes earlier in the list of parts.
    package required init(_ reading: SeedReading) {
        self.reading = reading
        people = reading.part(PeopleSeed.self)
        rows = WreelySeedRows(db: reading.connection)
    }

    package func missFile() { knowsAllMembers = false }

    /// Shown on a line of its own that begins with "wreely".
    package var tally: SeedTally? {
        SeedTally(
            title: "wreely",
            [
                .init("workspace", count.workspaces), .init("member", count.members),
                .init("post", count.posts), .init("comment", count.comments),
                .init("like", count.likes), .init("event", count.events),
                .init("room", count.rooms), .init("booking", count.bookings),
                .init("place", count.places),
            ]
        )
    }

    package func read(_ value: JSONValue) {
        guard var parts = reading.object(value, SeedPlace("wreely", members: Self.members))
        else {
            knowsAllMembers = false
            return
        }
        let (workspaces, places) = (parts.take("workspaces"), parts.take("places"))
        var next: [(ContentTable, Int64)] = []
        for (name, table) in Self.sequences {
            // The next id can be one more than the largest.
            let most = Int64.largestInContent + 1
            if let id = reading.optionalNumber(&parts, name, most: most) {
                next.append((table, id))
            }
        }
        reading.close(parts)
        // A post may be by a member of a later workspace.
        var open: [OpenWorkspace] = []
        reading.forEach(workspaces, "wreely.workspaces") { index, value in
            if let workspace = readWorkspace(value, index) { open.append(workspace) }
        }
        for workspace in open {
            readCompanies(workspace.companies, of: workspace.id, workspace.path)
            readPosts(workspace.posts, of: workspace.id, workspace.path)
            readEvents(workspace.events, of: workspace.id, workspace.path)
            readRooms(workspace.rooms, of: workspace.id, workspace.path)
        }
        reading.forEach(places, "wreely.places") { readPlace($1, $0) }
        for (table, id) in next {
            reading.attempt {
                try Sequences.raise(table.name, to: id - 1, on: reading.connection)
            }
        }
    }

    // MARK: Workspaces

    private static let workspaceMembers = [
        "name", "email", "logoUrl", "freeMinutes", "companies", "members", "posts", "events",
        "rooms", "id",
    ]

    private func readWorkspace(_ value: JSONValue, _ index: Int) -> OpenWorkspace? {
        let place = SeedPlace("wreely.workspaces", at: index, members: Self.workspaceMembers)
        guard var members = reading.object(value, place) else {
            knowsAllMembers = false
            return nil
        }
        let id = self.id(&members, of: .wreelyWorkspace, "workspace")
        let name = reading.requiredString(&members, "name")
        let email = text(&members, "email")
        let logo = address(&members, "logoUrl") ?? ""
        let minutes = number(&members, "freeMinutes", in: 0...44_640) ?? 600
        let list = members.take("members")
        var workspace = OpenWorkspace(id: 0, path: place.path())
        workspace.companies = members.take("companies")
        workspace.posts = members.take("posts")
        workspace.events = members.take("events")
        workspace.rooms = members.take("rooms")
        reading.close(members)
        guard let id, let name,
            let row = reading.attempt({
                try rows.insert(workspace: [id, .text(name), .text(email), .text(logo), minutes])
            })
        else {
            knowsAllMembers = false
            return nil
        }
        count.workspaces += 1
        workspace.id = row
        reading.forEach(list, place.path("members")) { index, value in
            readMember(value, of: row, list: place.path("members"), index: index)
        }
        return workspace
    }

    // MARK: Values

    /// The member `id`, or NULL for the next id; nil after a fault, also when another row has it.
    func id(_ members: inout SeedMembers, of table: ContentTable, _ kind: String) -> Value? {
        guard let value = members.take("id") else { return .null }
        let field = members.place.path("id")
        guard let id = reading.number(value, field, in: 1...(.largestInContent)) else { return nil }
        guard reading.attempt({ try rows.has(id, in: table) }) == false else {
            reading.report(field, at: value.offset, "another \(kind) has the id \(id)")
            return nil
        }
        return .integer(id)
    }

    /// A text; empty when it is absent, and after a fault was reported.
    func text(_ members: inout SeedMembers, _ name: String) -> String {
        guard let value = members.take(name) else { return "" }
        return reading.string(value, members.place.path(name)) ?? ""
    }

    private static let address = "https://… or http://… or /…"

    /// A URL or a path of this server; nil when it is absent or null, and after a fault was
    /// reported.
    ///
    /// Any text is right in an exact seed, unless it `isAlwaysChecked`; an empty one is none.
    func address(
        _ members: inout SeedMembers,
        _ name: String,
        isAlwaysChecked: Bool = false
    ) -> String? {
        guard let value = members.take(name), !value.isNull else { return nil }
        if let text = value.string,
            text.isEmpty || text.isLink || reading.isExact && !isAlwaysChecked
        {
            return text
        }
        reading.report(value, members.place.path(name), expected: Self.address + " or null")
        return nil
    }

    /// A whole number in `range` that may be absent; nil also after a fault was reported.
    func number(
        _ members: inout SeedMembers,
        _ name: String,
        in range: ClosedRange<Int64> = 0...(.largestInContent)
    ) -> Value? {
        guard let value = members.take(name) else { return nil }
        return reading.number(value, members.place.path(name), in: range).map { .integer($0) }
    }

    /// `true` or `false`; `usual` when it is absent, and after a fault was reported.
    func flag(_ members: inout SeedMembers, _ name: String, usual: Bool = false) -> Bool {
        guard let value = members.take(name) else { return usual }
        if let flag = value.bool { return flag }
        reading.report(value, members.place.path(name), expected: "true or false")
        return usual
    }

    /// A text that is not blank, unless the seed is exact.
    func requiredText(_ members: inout SeedMembers, _ name: String) -> String? {
        guard let value = reading.required(&members, name) else { return nil }
        guard let text = reading.string(value, members.place.path(name)) else { return nil }
        guard reading.isExact || !text.isBlank else {
            reading.report(
                value,
                members.place.path(name),
                expected: "a text that is not blank"
            )
            return nil
        }
        return text
    }

    /// A list of URLs, or paths of this server, one a line; nil after a fault was reported.
    ///
    /// With `hasCommas` they may have commas.
    func addresses(_ value: JSONValue?, _ field: String, hasCommas: Bool = true) -> String? {
        var list: [String] = []
        var isRight = value.map { $0.kind == .array } ?? true
        reading.forEach(value, field) { index, element in
            guard let text = element.string, text.isLink, hasCommas || !text.contains(",") else {
                let expected = Self.address + (hasCommas ? "" : " without a comma")
                reading.report(element, "\(field)[\(index)]", expected: expected)
                isRight = false
                return
            }
            list.append(text)
        }
        return isRight ? WreelyLines.text(of: list) : nil
    }

    /// The member whose account `value` names; nil after a fault was reported.
    func member(_ value: JSONValue, _ field: @autoclosure () -> String) -> WreelyMember.ID? {
        guard let user = people.author(value, field()) else { return nil }
        if let id = memberIDs[user] { return id }
        if knowsAllMembers {
            let words = "\(people.name(of: user)) is not a member of a workspace"
            reading.report(field(), at: value.offset, words)
        }
        return nil
    }

    /// The member whom the member `name` of an object names; nil after a fault was reported.
    func requiredMember(_ members: inout SeedMembers, _ name: String) -> WreelyMember.ID? {
        guard let value = reading.required(&members, name) else { return nil }
        return member(value, members.place.path(name))
    }
}
