internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyRecorded

/// RealWorld's people and articles in a recording.
struct RealWorldRows: RecordedRows {
    private var articles = SeenRows()
    private var comments = SeenComments()
    /// What is said of people, by user name, in the order of their first mention.
    private var profiles: [(name: String, members: JSObject, isMade: Bool)] = []
    private var emails: [String: String] = [:]

    static func isPath(_ path: [String]) -> Bool {
        path.count >= 3 && path[0] == "realworld" && path[1] == "api"
    }

    static func knows(_ call: RecordedCall) -> Bool { isPath(call.segments) && call.answer != nil }

    mutating func read(_ call: RecordedCall, _ people: inout RecordedPeople) {
        guard call.exchange.isSuccess, let answer = call.answer else { return }
        let path = Array(call.segments.dropFirst(2))
        let method = call.exchange.method
        if let user = answer["user"] { readUser(user, call, isNew: path == ["users"], &people) }
        if let profile = answer["profile"] { see(profile: profile, &people) }
        switch (method, path.count) {
        case ("POST", 1):
            if let slug = answer["article"]?["slug"]?.string { articles.make(slug) }
        case ("POST", 3) where path[2] == "comments":
            if let id = answer["comment"]?["id"]?.int { comments.make("\(id)") }
        case ("GET", _):
            for article in answer["articles"]?.elements ?? [] { see(article, &people) }
            if let article = answer["article"] { see(article, &people) }
            for comment in answer["comments"]?.elements ?? [] where path.count == 3 {
                see(comment: comment, of: path[1], &people)
            }
        default: break
        }
    }

    private mutating func readUser(
        _ user: JSONValue,
        _ call: RecordedCall,
        isNew: Bool,
        _ people: inout RecordedPeople
    ) {
        guard let name = user["username"]?.string, let email = user["email"]?.string else { return }
        emails[name] = emails[name] ?? email
        let place = people.find(["realworld/\(name)"], .init(email: email, name: name))
        let isFirst = call.exchange.method == "POST" && isNew
        if isFirst { people.setMade(place) }
        see(profile: user, &people, isMade: isFirst)
        people.noteSignIn(call.sent?["user"])
    }

    @discardableResult
    private mutating func see(
        profile: JSONValue,
        _ people: inout RecordedPeople,
        isMade: Bool = false
    ) -> Int {
        let name = profile["username"]?.string ?? ""
        let place = people.find(["realworld/\(name)"], .init(name: name))
        if !profiles.contains(where: { $0.name == name }) {
            var members = JSObject()
            members["username"] = .string(name)
            if let bio = profile["bio"] { members["bio"] = JSValue(bio) }
            if let image = profile["image"]?.string, image.hasPrefix("http") {
                members["image"] = .string(image)
            }
            profiles.append((name, members, isMade))
        }
        return place
    }

    private mutating func see(_ article: JSONValue, _ people: inout RecordedPeople) {
        guard let slug = article["slug"]?.string, let author = article["author"] else { return }
        let place = see(profile: author, &people)
        if let body = article["body"] { articles.complete(slug, "body", JSValue(body)) }
        guard articles.isNew(slug) else { return }
        var row = JSObject()
        row["author"] = people.name(place)
        row.take(
            ["title", "description", "body", "tagList", "slug", "createdAt", "updatedAt"],
            from: article
        )
        articles.see(slug, row)
    }

    private mutating func see(
        comment: JSONValue,
        of slug: String,
        _ people: inout RecordedPeople
    ) {
        guard let id = comment["id"]?.int, let author = comment["author"] else { return }
        let place = see(profile: author, &people)
        var row = JSObject()
        row["id"] = .number(Double(id))
        row["author"] = people.name(place)
        row.take(["body", "createdAt"], from: comment)
        comments.see("\(id)", on: slug, row)
    }

    /// The member `realworld` of a seed.
    func seed(_ people: inout RecordedPeople) -> (member: String, rows: JSValue)? {
        var seed = JSObject()
        let articles: [JSValue] = articles.rows.map { slug, row in
            var row = row
            if !row.has("body") { row["body"] = .string("") }
            row["comments"] = comments.list(on: slug)
            return .object(row)
        }
        var persons: [JSValue] = []
        for (name, members, isMade) in profiles where !isMade && !name.isEmpty {
            let place = people.find(["realworld/\(name)"], .init(name: name))
            var person = members
            person["user"] = people.name(place)
            persons.append(.object(person))
        }
        seed["people"] = .array(persons)
        seed["articles"] = .array(articles)
        return ("realworld", .object(seed))
    }
}
