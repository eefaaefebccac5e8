internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

/// Lists of posts: pages and search.
enum Lists {
    static func all(_ request: Request, _ postly: Postly) throws -> Response {
        let query = FlaskQuery(request)
        let filter = Post.Filter.status(query["status"] ?? "published")
        return .repeatable(body: try page(query, filter, postly: postly))
    }

    static func ofUser(_ request: Request, _ postly: Postly) throws -> Response {
        let query = FlaskQuery(request)
        let author = User.ID(request.parameter("userId"))
        let filter = Post.Filter.author(author, status: query["status"] ?? "published")
        return .repeatable(body: try page(query, filter, postly: postly))
    }

    static func mine(_ request: Request, _ postly: Postly) throws -> Response {
        let user = try postly.user(of: request)
        let query = FlaskQuery(request)
        let status = query["status"] ?? ""
        let filter = status.isEmpty ? Post.Filter.allOf(user) : .author(user, status: status)
        return .json(body: try page(query, filter, postly: postly))
    }

    static func search(_ request: Request, _ postly: Postly) throws -> Response {
        guard let text = FlaskQuery(request)["q"], !text.isEmpty else { throw Failure.searchQuery }
        return .repeatable(body: try postly.bodies.array(of: postly.posts.search(text)))
    }

    private static func page(
        _ query: FlaskQuery,
        _ filter: Post.Filter,
        postly: Postly
    ) throws -> [UInt8] {
        let window = try Window(page: query["page"], limit: query["limit"])
        let total = try postly.posts.count(filter)
        let totalPages = total > 0 ? (total - 1) / window.limit + 1 : 0
        return try postly.bodies.page(filter, window) { json in
            json.beginObject()
            json.key("pagination")
            json.beginObject()
            json.field("limit", window.limit)
            json.key("page")
            json.raw(String(window.page).utf8)
            json.field("total", total)
            json.field("totalPages", totalPages)
            json.endObject()
            json.key("posts")
            json.beginArray()
        } closing: { json in
            json.endArray()
            json.endObject()
        }
    }
}

/// The requested page number and page size.
struct Window: Equatable {
    /// At least 1; unsigned because it can be 2^63, one more than the largest `Int64`.
    var page: UInt64
    /// At least 1.
    var limit: Int64
    /// The number of posts before the page.
    var offset: Int64

    /// Reads the parameters' texts; the default page is 1, the default limit 10.
    ///
    /// Throws a ``Failure`` with the message of Python's `int` or of MongoDB.
    init(page pageText: String?, limit limitText: String?) throws {
        let page = try Self.number(pageText ?? "1")
        let limit = try Self.number(limitText ?? "10")
        let isBefore = page.isNegative || page.magnitude == 0
        // The magnitude of (page - 1) * limit; the sign is handled separately. The largest number
        // stays, and is refused below as too large.
        let distance =
            isBefore ? max(page.magnitude, page.magnitude &+ 1) : page.magnitude - 1
        let (skip, overflow) = distance.multipliedReportingOverflow(by: limit.magnitude)
        let isNothing = limit.magnitude == 0 || !isBefore && page.magnitude == 1
        guard isNothing || isBefore == limit.isNegative else {
            throw Failure(400, "skip must be >= 0")
        }
        let isHuge = overflow || skip > Int64.max.magnitude
        guard !isHuge, limit.fits || limit.isNegative else {
            throw Failure(400, "MongoDB can only handle up to 8-byte ints")
        }
        guard limit.magnitude != 0 else {
            throw Failure(400, "integer division or modulo by zero")
        }
        guard !limit.isNegative else { throw Failure(400, "limit must be >= 0") }
        self.page = page.magnitude
        self.limit = limit.clamped
        offset = Int64(skip)
    }

    private static func number(_ text: String) throws -> PythonInteger {
        guard text.utf8.count <= 4300 || !text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else {
            throw Failure(
                400,
                "Exceeds the limit (4300 digits) for integer string conversion: value has"
                    + " \(text.utf8.count) digits; use sys.set_int_max_str_digits() to increase"
                    + " the limit"
            )
        }
        guard let number = PythonInteger(text) else {
            throw Failure(
                400,
                "invalid literal for int() with base 10: " + PythonText.literal(text)
            )
        }
        return number
    }
}
