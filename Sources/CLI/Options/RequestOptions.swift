internal import MockPostlyJSON
internal import MockPostlyOptions
internal import MockPostlyWorld

/// What the commands about the journal are told beside the method and the path.
struct RequestSettings: Sendable {
    var user: String?
    var status: String?
    var match: String?
    var limit = 20
    var follows = false
    var count: Int?
    var atLeast: Int?
    var atMost: Int?
    var isNever = false
    var within = Duration.seconds(5)

    /// The conditions as `match` has them; nil for all requests.
    ///
    /// `operand` is a path, or a method and a path. What is wrong is refused by the server.
    func pattern(_ operand: String?) throws(Failure) -> [UInt8]? {
        guard operand != nil || user != nil || status != nil || match != nil else { return nil }
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        for (name, value) in match.flatMap({ try? JSON(parsing: Array($0.utf8)) })?.root.members
            ?? []
        {
            json.key(name)
            json.raw(value)
        }
        if let operand {
            let words = operand.split(separator: " ")
            guard 1...2 ~= words.count, let path = words.last, path.hasPrefix("/") else {
                throw .usage(
                    "\(quoted(operand)) is no method and path",
                    hint: "such as 'GET /api/posts/*', or '/api/**' for any method"
                )
            }
            if words.count == 2 { json.field("method", words[0].uppercased()) }
            json.field("path", String(path))
        }
        if let user { json.field("user", user) }
        if let status { json.field("status", status) }
        json.endObject()
        return json.finish()
    }
}

/// The options of `mockpostly requests`.
enum RequestOptions {
    /// The most requests that a server counts.
    static let most = Int(Int32.max)

    static let matching = [
        ClientOptions.single(
            "user",
            "USER",
            \.client.requests.user,
            "only with a token of this user: id, e-mail or username"
        ),
        ClientOptions.single(
            "status",
            "STATUS",
            \.client.requests.status,
            "only those answered so, such as 404 or 4xx"
        ),
        Option.value(
            "match",
            "JSON",
            \.client.requests.match,
            ValueType.jsonObject.optional,
            "further conditions, as the control plane takes them"
        ).with { $0.reach = .commandLine },
    ]

    static let limit = Option.value(
        "limit",
        "COUNT",
        \.client.requests.limit,
        .count(1...1000),
        "how many, the newest"
    ).with { $0.reach = .commandLine }

    static let follow = Option.request(
        "follow",
        \.client.requests.follows,
        "print each request as it comes, until interrupted"
    ).with { $0.short = "f" }

    static let counting = [
        count("count", \.client.requests.count, "exactly so many"),
        count("at-least", \.client.requests.atLeast, "so many or more; default: 1"),
        count("at-most", \.client.requests.atMost, "so many or fewer"),
        Option.request("never", \.client.requests.isNever, "none at all"),
    ]

    static let awaited = [
        count("count", \.client.requests.count, "wait for so many; default: 1", from: 1),
        wait("timeout"),
        // What it was called before.
        wait("within").with { $0.isHidden = true },
    ]

    private static func wait(_ name: String) -> Option {
        Option.value(
            name,
            "TIME",
            \.client.requests.within,
            .duration(days: 1),
            "how long to wait for them"
        ).with { $0.reach = .commandLine }
    }

    private static func count(
        _ name: String,
        _ place: any Option.Place<Int?>,
        _ summary: String,
        from least: Int = 0
    ) -> Option {
        Option.value(name, "COUNT", place, ValueType.count(least...most).optional, summary)
            .with { $0.reach = .commandLine }
    }
}
