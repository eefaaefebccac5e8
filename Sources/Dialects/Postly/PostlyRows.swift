internal import MockPostlyArchives
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyRecorded

/// Postly's posts and comments in a recording.
struct PostlyRows: RecordedRows {
    private var posts = SeenRows()
    private var comments = SeenComments()

    /// Whether a call is to Postly.
    static func isPath(_ path: [String]) -> Bool {
        path.count >= 2 && path[0] == "api" && ["posts", "auth", "users"].contains(path[1])
    }

    /// Whether an answer has Postly's form: a post with the id of its author.
    static func knows(_ call: RecordedCall) -> Bool {
        guard isPath(call.segments), let answer = call.answer else { return false }
        let post = answer["posts"]?.elements.first ?? answer
        if post["_id"]?.string != nil, post["slug"] != nil, post["author"]?["userId"] != nil {
            return true
        }
        return answer["accessToken"] != nil && answer["user"]?["userId"] != nil
    }

    mutating func read(_ call: RecordedCall, _ people: inout RecordedPeople) {
        guard call.exchange.isSuccess, let answer = call.answer else { return }
        let path = call.segments
        if path[1] == "auth" { return readSignIn(call, answer, &people) }
        let isComments = path.count >= 4 && path[1] == "posts" && path[3] == "comments"
        switch call.exchange.method {
        case "POST" where path.count == 2:
            if let id = (answer["_id"] ?? answer["post"]?["_id"])?.string { posts.make(id) }
        case "POST" where isComments:
            if let id = (answer["_id"] ?? answer["comment"]?["_id"])?.string { comments.make(id) }
        case "GET" where isComments:
            for comment in answer.elements { see(comment: comment, of: path[2], &people) }
        case "GET":
            for post in answer["posts"]?.elements ?? [] { see(post, &people) }
            see(answer, &people)
        default: break
        }
    }

    private func readSignIn(
        _ call: RecordedCall,
        _ answer: JSONValue,
        _ people: inout RecordedPeople
    ) {
        guard let user = answer["user"] ?? (answer["userId"] != nil ? answer : nil) else { return }
        let place = Self.person(user, &people)
        let isRegistration = call.segments.last == "register"
        if isRegistration { people.setMade(place) }
        people.noteSignIn(call.sent)
    }

    private static func person(_ author: JSONValue, _ people: inout RecordedPeople) -> Int {
        let id = author["userId"]?.string
        return people.find(
            id.map { ["postly/\($0)"] } ?? [],
            .init(
                email: author["email"]?.string,
                name: author["name"]?.string,
                picture: author["profilePicture"]?.string,
                userID: id
            )
        )
    }

    private mutating func see(_ post: JSONValue, _ people: inout RecordedPeople) {
        guard let id = post["_id"]?.string, let title = post["title"]?.string,
            let author = post["author"], author["userId"] != nil
        else { return }
        let place = Self.person(author, &people)
        for comment in post["comments"]?.elements ?? [] { see(comment: comment, of: id, &people) }
        guard posts.isNew(id) else { return }
        var row = JSObject()
        row["_id"] = .string(id)
        row["author"] = people.name(place)
        row["title"] = .string(title)
        row.take(
            ["content", "slug", "status", "coverImage", "createdAt", "updatedAt", "views"],
            from: post
        )
        row["$likes"] = .number(Double(post["likes"]?.int ?? 0))
        posts.see(id, row)
    }

    private mutating func see(
        comment: JSONValue,
        of post: String,
        _ people: inout RecordedPeople
    ) {
        guard let id = comment["_id"]?.string, let author = comment["author"], comments.isNew(id)
        else { return }
        var row = JSObject()
        row["_id"] = .string(id)
        row["author"] = people.name(Self.person(author, &people))
        row.take(["content", "createdAt"], from: comment)
        comments.see(id, on: post, row)
    }

    /// The member `posts` of a seed.
    ///
    /// Answers count likes without saying whose they are: the people that are known stand in.
    func seed(_ people: inout RecordedPeople) -> (member: String, rows: JSValue)? {
        let fans = people.people.indices.filter { !people.people[$0].isMade }
        let posts: [JSValue] = posts.rows.map { id, row in
            var row = row
            if case .number(let likes) = row["$likes"] {
                row["likes"] = .array(fans.prefix(Int(likes)).map { people.name($0) })
            }
            row["$likes"] = .undefined
            row["comments"] = comments.list(on: id)
            return .object(row)
        }
        return ("posts", .array(posts))
    }
}
