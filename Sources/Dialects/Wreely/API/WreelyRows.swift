internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyRecorded

/// Wreely's workspaces in a recording.
struct WreelyRows: RecordedRows {
    /// What is in a workspace, by the lists of a seed.
    private struct Workspace {
        var name = "Recorded"
        var email = ""
        var logo = ""
        var lists: [String: SeenRows] = [:]
    }

    private var workspaces: [Int64: Workspace] = [:]
    private var comments = SeenComments()
    private var companies: [Int64: [Int64]] = [:]
    /// The telephone numbers by which members have signed in.
    private(set) var numbers: [String] = []

    static func isPath(_ path: [String]) -> Bool {
        path.count >= 3 && ["services", "wreely"].contains(path[0]) && path[1].hasPrefix("v")
    }

    static func knows(_ call: RecordedCall) -> Bool { isPath(call.segments) && call.answer != nil }

    mutating func read(_ call: RecordedCall, _ people: inout RecordedPeople) {
        guard call.exchange.isSuccess, let answer = call.answer else { return }
        let path = Array(call.segments.dropFirst(2))
        for vendor in answer["vendors"]?.elements ?? answer["user"]?["vendors"]?.elements ?? [] {
            guard let id = vendor["id"]?.int else { continue }
            var workspace = workspaces[id] ?? Workspace()
            workspace.name = vendor["name"]?.string ?? workspace.name
            workspace.email = vendor["email_id"]?.string ?? workspace.email
            workspace.logo = vendor["vendor_logo_url"]?.string ?? workspace.logo
            workspaces[id] = workspace
        }
        let id = path.first.flatMap { Int64($0) } ?? workspaces.keys.sorted().first ?? 1
        if workspaces[id] == nil { workspaces[id] = Workspace() }
        if call.exchange.method == "POST" {
            if path == ["member", "login"], let number = call.sent?["mobile_number"]?.string,
                !numbers.contains(number)
            {
                numbers.append(number)
            }
            for wall in answer["member_walls"]?.elements ?? [] { make("posts", wall, id) }
            for comment in answer["member_wall_comments"]?.elements ?? [] {
                if let number = comment["id"]?.int { comments.make("\(number)") }
            }
            return
        }
        for person in (answer["members"]?.elements ?? [])
            + [answer["member"], answer["user"]].compactMap(\.self)
        { see(member: person, id, &people) }
        for company in answer["companies"]?.elements ?? [] { see(company: company, id, &people) }
        for post in answer["member_walls"]?.elements ?? [] { see(post: post, id, &people) }
        for comment in answer["member_wall_comments"]?.elements ?? [] {
            see(comment: comment, &people)
        }
        for event in answer["events"]?.elements ?? [] { see(event: event, id, &people) }
        for room in answer["meeting_rooms"]?.elements ?? [] { see(room: room, id) }
    }

    private mutating func make(_ list: String, _ row: JSONValue, _ workspace: Int64) {
        guard let id = row["id"]?.int else { return }
        workspaces[workspace]?.lists[list, default: SeenRows()].make("\(id)")
    }

    private mutating func see(
        _ list: String,
        _ source: JSONValue,
        _ workspace: Int64,
        _ names: [(String, String)],
        _ more: [(String, JSValue)] = []
    ) {
        guard let id = source["id"]?.int else { return }
        var row = JSObject()
        row["id"] = .number(Double(id))
        for (name, from) in names {
            if let value = source[from], !value.isNull { row[name] = JSValue(value) }
        }
        for (name, value) in more { row[name] = value }
        workspaces[workspace]?.lists[list, default: SeenRows()].see("\(id)", row)
    }

    private func key(_ number: Int64) -> [String] { ["wreely/\(number)"] }

    private mutating func see(
        member: JSONValue,
        _ workspace: Int64,
        _ people: inout RecordedPeople
    ) {
        guard let id = member["id"]?.int, let name = member["name"]?.string else { return }
        let email = member["email_id"]?.string.flatMap { $0.contains("@") ? $0 : nil }
        let place = people.find(
            key(id),
            .init(email: email, name: name, picture: member["profile_pic_url"]?.string)
        )
        if let company = member["company_id"]?.string.flatMap({ Int64($0) }), company > 0,
            !(companies[company] ?? []).contains(id)
        {
            companies[company, default: []].append(id)
        }
        let digits = (member["contact_no"]?.string ?? "").filter(\.isNumber)
        let number = 4...15 ~= digits.count ? digits : "\(7_000_000_000 + id)"
        see(
            "members",
            member,
            workspace,
            [
                ("name", "name"), ("pictureUrl", "profile_pic_url"), ("occupation", "occupation"),
                ("membershipType", "membership_type_id"), ("about", "about_me"),
                ("website", "website_url"), ("twitter", "twitter_url"),
                ("linkedin", "linkedin_url"), ("instagram", "instagram_url"),
                ("facebook", "facebook_url"), ("firebaseKey", "member_fir_key"),
            ],
            [("user", people.name(place)), ("mobile", .string(number))]
        )
    }

    private mutating func see(
        company: JSONValue,
        _ workspace: Int64,
        _ people: inout RecordedPeople
    ) {
        var more: [(String, JSValue)] = []
        if let id = company["contact_member_id"]?.int, id > 0 {
            more = [("contact", people.name(people.find(key(id), .init())))]
        }
        see(
            "companies",
            company,
            workspace,
            [
                ("name", "name"), ("website", "website"), ("about", "about"),
                ("logoUrl", "company_logo_url"), ("status", "status"),
            ],
            more
        )
    }

    private mutating func see(
        post: JSONValue,
        _ workspace: Int64,
        _ people: inout RecordedPeople
    ) {
        guard let author = author(of: post, &people) else { return }
        see(
            "posts",
            post,
            workspace,
            [("content", "status_text"), ("imageUrl", "status_image")],
            [("author", author), ("createdAt", Self.time(post["date"]))]
        )
    }

    private func author(of row: JSONValue, _ people: inout RecordedPeople) -> JSValue? {
        guard let member = row["member_id"]?.int else { return nil }
        let name = row["name"]?.string ?? row["member_name"]?.string
        let picture = row["member_profile_image"]?.string
        return people.name(people.find(key(member), .init(name: name, picture: picture)))
    }

    private mutating func see(comment: JSONValue, _ people: inout RecordedPeople) {
        guard let id = comment["id"]?.int, let post = comment["post_id"]?.int,
            let author = author(of: comment, &people), comments.isNew("\(id)")
        else { return }
        var row = JSObject()
        row["id"] = .number(Double(id))
        row["author"] = author
        row.take([("content", "comment")], from: comment)
        row["createdAt"] = Self.time(comment["date"])
        comments.see("\(id)", on: "\(post)", row)
    }

    private mutating func see(
        event: JSONValue,
        _ workspace: Int64,
        _ people: inout RecordedPeople
    ) {
        let attendees = (event["attendees"]?.elements ?? []).compactMap { member -> JSValue? in
            guard let id = member["id"]?.int else { return nil }
            let place = people.find(key(id), .init(name: member["name"]?.string))
            return people.name(place)
        }
        see(
            "events",
            event,
            workspace,
            [
                ("title", "title"), ("description", "description"),
                ("imageUrl", "header_image_url"),
            ],
            [
                ("startsAt", Self.time(event["start_time"])),
                ("endsAt", Self.time(event["end_time"])), ("attendees", .array(attendees)),
            ]
        )
    }

    private mutating func see(room: JSONValue, _ workspace: Int64) {
        func hour(_ name: String) -> JSValue {
            .string(String((room[name]?.string ?? "09:00").prefix(5)))
        }
        see(
            "rooms",
            room,
            workspace,
            [("name", "name"), ("description", "description"), ("images", "images")],
            [("opens", hour("start_time")), ("closes", hour("end_time"))]
        )
    }

    /// `2026-10-28 16:02:09` as seeds write it.
    private static func time(_ value: JSONValue?) -> JSValue {
        let text = value?.string ?? ""
        guard text.utf8.count == 19, let space = text.firstIndex(of: " ") else {
            return .string("2026-01-01T00:00:00Z")
        }
        return .string("\(text[..<space])T\(text[text.index(after: space)...])Z")
    }

    /// The member `wreely` of a seed.
    func seed(_ people: inout RecordedPeople) -> (member: String, rows: JSValue)? {
        let workspaces: [JSValue] = workspaces.sorted { $0.key < $1.key }.map { id, workspace in
            var seed = JSObject()
            seed["id"] = .number(Double(id))
            seed["name"] = .string(workspace.name)
            if !workspace.email.isEmpty { seed["email"] = .string(workspace.email) }
            if !workspace.logo.isEmpty { seed["logoUrl"] = .string(workspace.logo) }
            var members = workspace.lists["members"]?.rows ?? []
            let known = Set(members.map(\.id))
            // Who has written something is a member, whether the list was asked for or not.
            for author in writers(in: workspace, people) where !known.contains(author.id) {
                members.append(author)
            }
            for list in ["companies", "posts", "events", "rooms"] {
                let rows = workspace.lists[list]?.rows ?? []
                seed[list] = .array(
                    rows.sorted { (Int($0.id) ?? 0) < (Int($1.id) ?? 0) }.map { id, row in
                        var row = row
                        let number = Int64(id) ?? 0
                        if list == "posts" { row["comments"] = comments.list(on: id) }
                        if list == "companies" {
                            let own = (companies[number] ?? []).map {
                                people.name(people.find(key($0), .init()))
                            }
                            row["members"] = .array(own)
                        }
                        return .object(row)
                    }
                )
            }
            seed["members"] = .array(members.map { .object($0.row) })
            return .object(seed)
        }
        var wreely = JSObject()
        wreely["workspaces"] = .array(workspaces)
        return ("wreely", .object(wreely))
    }

    private func writers(
        in workspace: Workspace,
        _ people: RecordedPeople
    ) -> [(id: String, row: JSObject)] {
        var people = people
        var named: Set<String> = []
        for (_, row) in (workspace.lists["posts"]?.rows ?? []) + comments.rows {
            if let author = row["author"].string { named.insert(author) }
        }
        for (_, row) in workspace.lists["members"]?.rows ?? [] {
            if let user = row["user"].string { named.remove(user) }
        }
        return people.people.indices.compactMap { place in
            guard case .string(let email) = people.name(place), named.contains(email) else {
                return nil
            }
            var row = JSObject()
            row["user"] = .string(email)
            row["mobile"] = .string("\(8_000_000_000 + place)")
            return ("writer \(place)", row)
        }
    }
}
