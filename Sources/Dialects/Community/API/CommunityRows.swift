internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyRecorded

/// The feed of the community in a recording.
struct CommunityRows: RecordedRows {
    private var posts = SeenRows()
    private var comments = SeenComments()
    /// Whether a person had joined when first seen, and since when, by number.
    private var joined: [Int64: (isMember: Bool, since: String?)] = [:]
    private var tokens: [(person: Int, token: String)] = []

    static func isPath(_ path: [String]) -> Bool {
        path.count >= 2 && path[0] == "api" && path[1] == "community"
    }

    static func knows(_ call: RecordedCall) -> Bool {
        isPath(call.segments) && (call.answer?["data"] != nil || call.answer?["errors"] != nil)
    }

    mutating func read(_ call: RecordedCall, _ people: inout RecordedPeople) {
        guard call.exchange.isSuccess, let data = call.answer?["data"] else { return }
        let path = Array(call.segments.dropFirst(2))
        switch (call.exchange.method, path.first) {
        case ("POST", "register"), ("POST", "tokens"):
            readSignIn(call, data, isNew: path.first == "register", &people)
        case (_, "me"): see(person: data, &people)
        case ("POST", "posts") where path.count == 1:
            if let id = data["id"]?.int { posts.make("\(id)") }
        case ("POST", "posts") where path.count == 3 && path[2] == "comments":
            if let id = data["id"]?.int { comments.make("\(id)") }
        case ("GET", "posts") where path.count == 3 && path[2] == "comments":
            for comment in data.elements { see(comment: comment, &people) }
        case ("GET", "posts"):
            for post in data.kind == .array ? data.elements : [data] { see(post, &people) }
        default: break
        }
    }

    private mutating func readSignIn(
        _ call: RecordedCall,
        _ data: JSONValue,
        isNew: Bool,
        _ people: inout RecordedPeople
    ) {
        guard let user = data["user"] else { return }
        let place = see(person: user, &people)
        if isNew { people.setMade(place) }
        people.noteSignIn(call.sent)
        if let token = data["token"]?.string, !people.people[place].isMade {
            tokens.append((place, token))
        }
    }

    @discardableResult
    private mutating func see(person: JSONValue, _ people: inout RecordedPeople) -> Int {
        let number = person["id"]?.int
        if let number, let isMember = person["joined_community"]?.bool, joined[number] == nil {
            joined[number] = (isMember, person["joined_at"]?.string)
        }
        return people.find(
            number.map { ["community/\($0)"] } ?? [],
            .init(
                email: person["email"]?.string,
                name: person["name"]?.string,
                picture: person["avatar_url"]?.string,
                number: number
            )
        )
    }

    private mutating func member(_ number: Int64, _ people: inout RecordedPeople) -> JSValue {
        // Who has written or liked something has joined.
        if joined[number] == nil { joined[number] = (true, nil) }
        return people.name(people.find(["community/\(number)"], .init(number: number)))
    }

    private mutating func see(_ post: JSONValue, _ people: inout RecordedPeople) {
        guard let id = post["id"]?.int, let author = post["user_id"]?.int else { return }
        if let person = post["author"] { see(person: person, &people) }
        guard posts.isNew("\(id)") else { return }
        var row = JSObject()
        row["id"] = .number(Double(id))
        row["author"] = member(author, &people)
        row.take(
            [
                ("content", "content"), ("imageUrl", "image_url"), ("createdAt", "inserted_at"),
                ("updatedAt", "updated_at"),
            ],
            from: post
        )
        let likes = post["liked_by_user_ids"]?.elements.compactMap(\.int) ?? []
        row["likes"] = .array(likes.map { member($0, &people) })
        posts.see("\(id)", row)
    }

    private mutating func see(comment: JSONValue, _ people: inout RecordedPeople) {
        guard let id = comment["id"]?.int, let post = comment["post_id"]?.int,
            let author = comment["user_id"]?.int
        else { return }
        if let person = comment["author"] { see(person: person, &people) }
        guard comments.isNew("\(id)") else { return }
        var row = JSObject()
        row["id"] = .number(Double(id))
        row["author"] = member(author, &people)
        row.take([("content", "content"), ("createdAt", "inserted_at")], from: comment)
        comments.see("\(id)", on: "\(post)", row)
    }

    /// The member `community` of a seed.
    func seed(_ people: inout RecordedPeople) -> (member: String, rows: JSValue)? {
        var seed = JSObject()
        var members: [JSValue] = []
        for (number, state) in joined.sorted(by: { $0.key < $1.key }) where state.isMember {
            let place = people.find(["community/\(number)"], .init(number: number))
            // Who registers in the recording joins in it too.
            guard !people.people[place].isMade || people.people[place].isNamed else { continue }
            var member = JSObject()
            member["user"] = people.name(place)
            if let since = state.since { member["joinedAt"] = .string(since) }
            members.append(.object(member))
        }
        seed["members"] = .array(members)
        // Ids are given in the order of the list.
        let ordered = posts.rows.sorted { (Int($0.id) ?? 0) < (Int($1.id) ?? 0) }
        seed["posts"] = .array(
            ordered.map { id, row in
                var row = row
                row["comments"] = comments.list(on: id)
                return .object(row)
            }
        )
        var known: Set<String> = []
        seed["tokens"] = .array(
            tokens.filter { known.insert($0.token).inserted && $0.token.utf8.count == 43 }.map {
                var token = JSObject()
                token["user"] = people.name($0.person)
                token["token"] = .string($0.token)
                return .object(token)
            }
        )
        return ("community", .object(seed))
    }
}
