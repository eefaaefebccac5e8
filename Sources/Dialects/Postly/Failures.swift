internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// A refusal of Postly: a status, and a JSON object with one member.
struct Failure: Error, Equatable {
    var status: Int
    /// `error`, or `msg` for a refusal of the token, which Flask-JWT-Extended writes.
    var member: StaticString = "error"
    var words: String

    init(_ status: Int, _ words: String) {
        self.status = status
        self.words = words
    }

    /// A refusal because of the token.
    init(token status: Int, _ words: String) {
        self.init(status, words)
        member = "msg"
    }

    static func == (left: Failure, right: Failure) -> Bool {
        left.status == right.status && left.words == right.words
            && left.member.description == right.member.description
    }

    var response: Response {
        .json(status: status) { json in
            json.beginObject()
            json.field(member, words)
            json.endObject()
        }
    }
}

extension Failure {
    static let userNotFound = Failure(401, "User not found")
    static let titleAndContent = Failure(400, "Title and content are required")
    static let emailAndPassword = Failure(400, "Email and password are required")
    static let commentContent = Failure(400, "Comment content is required")
    static let searchQuery = Failure(400, "Search query is required")
    static let googleToken = Failure(400, "Token is required")

    /// The refusal of a path segment that is not a valid ObjectId, in the words of `bson`.
    static func badID(_ segment: String) -> Failure {
        Failure(
            400,
            PythonText.literal(segment) + " is not a valid ObjectId, it must be a 12-byte input"
                + " or a 24-character hex string"
        )
    }

    init(_ error: PostError) {
        switch error {
        case .noSuchPost: self.init(404, "Post not found")
        case .noSuchComment: self.init(404, "Comment not found")
        case .notYoursToEdit: self.init(401, "Unauthorized: you can only edit your own posts")
        case .notYoursToDelete: self.init(401, "Unauthorized: you can only delete your own posts")
        case .notYourComment:
            self.init(401, "Unauthorized: you can only delete your own comments")
        }
    }

    init(_ error: UserError) {
        switch error {
        case .emailTaken: self.init(400, "User already exists")
        case .noSuchUser: self = .userNotFound
        case .wrongCredentials: self.init(401, "Invalid credentials")
        }
    }
}
