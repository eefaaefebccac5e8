internal import CommunityContent
internal import MockPostlyHTTP
internal import MockPostlyJSON

/// A refusal in Phoenix's JSON shape: a status and one text, or texts for single fields.
struct Failure: Error, Equatable {
    enum Errors: Equatable {
        case detail(String)
        case fields([Field])
    }

    /// What is wrong with a field, in Ecto's words.
    struct Field: Equatable {
        var name: String
        var words: String

        init(_ name: String, _ words: String) {
            (self.name, self.words) = (name, words)
        }
    }

    var status: Int
    var errors: Errors
    /// Whether the response has a `WWW-Authenticate` field.
    var asksForToken = false

    init(_ status: Int, _ detail: String) {
        (self.status, errors) = (status, .detail(detail))
    }

    /// A 422 refusal because of these fields.
    init(_ fields: [Field]) {
        (status, errors) = (422, .fields(fields))
    }

    var response: Response {
        var response = Response.json(status: status) { json in
            json.beginObject()
            json.key("errors")
            json.beginObject()
            switch errors {
            case .detail(let words): json.field("detail", words)
            case .fields(let fields):
                for field in fields {
                    json.key(field.name)
                    json.beginArray()
                    json.string(field.words)
                    json.endArray()
                }
            }
            json.endObject()
            json.endObject()
        }
        if asksForToken { response.fields.append(.init("www-authenticate", "Bearer")) }
        return response
    }
}

extension Failure {
    static let badRequest = Failure(400, "Bad Request")
    static let wrongCredentials = Failure(401, "Invalid email or password")
    static let notJoined = Failure(403, "You have not joined the community")
    static let notFound = Failure(404, "Not Found")
    static let emailTaken = Failure([Field("email", "has already been taken")])
    static let unauthorized = {
        var failure = Failure(401, "Unauthorized")
        failure.asksForToken = true
        return failure
    }()

    init(_ error: FeedError) {
        switch error {
        case .notThere: self = .notFound
        case .notYours: self.init(403, "Forbidden")
        }
    }
}
