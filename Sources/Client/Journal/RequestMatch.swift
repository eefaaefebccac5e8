internal import MockPostlyJSON
internal import MockPostlyText

extension MockServer {
    /// Which requests are meant: of a fault, of a stub, or in the journal.
    ///
    /// ```swift
    /// .post("/api/posts/{id}/like")
    /// .get("/api/posts").query("page", "2").header("Authorization", .present)
    /// .post("/api/posts").json(["title": "Low Tide"]).status(201)
    /// "GET /api/posts"
    /// ```
    ///
    /// All conditions have to be met; ``any`` has none. A path is a pattern: `{slug}` and `*` stand
    /// for one segment, `**` for any number of them. Conditions on the answer (``status(_:)``,
    /// ``fault(_:)``, ``stub(_:)``) are for the journal only; faults and stubs refuse them.
    public struct RequestMatch: Sendable, Hashable {
        /// The conditions, by the names that the control plane has for them.
        private(set) var members: [JSON.Member] = []

        /// All requests.
        public static let any = RequestMatch()

        /// Requests that meet the members of a JSON object, which are sent as they are.
        ///
        /// For conditions that have no function here.
        public static func members(_ members: JSON) -> RequestMatch {
            guard case .object(let list) = members else { return any }
            var match = any
            match.members = list
            return match
        }

        /// GET requests, of all paths or of those that a pattern takes.
        public static func get(_ path: String? = nil) -> RequestMatch { any.method("GET", path) }
        /// POST requests, of all paths or of those that a pattern takes.
        public static func post(_ path: String? = nil) -> RequestMatch { any.method("POST", path) }
        /// PUT requests, of all paths or of those that a pattern takes.
        public static func put(_ path: String? = nil) -> RequestMatch { any.method("PUT", path) }
        /// PATCH requests, of all paths or of those that a pattern takes.
        public static func patch(_ path: String? = nil) -> RequestMatch {
            any.method("PATCH", path)
        }
        /// DELETE requests, of all paths or of those that a pattern takes.
        public static func delete(_ path: String? = nil) -> RequestMatch {
            any.method("DELETE", path)
        }
        /// Requests of any method whose path a pattern takes.
        public static func path(_ pattern: String) -> RequestMatch {
            any.setting("path", .string(pattern))
        }
        /// Requests that a route takes, as `mockpostly routes` prints it: `POST /api/posts/{id}`.
        public static func route(_ route: String) -> RequestMatch {
            any.setting("route", .string(route))
        }

        private func method(_ method: String, _ path: String?) -> RequestMatch {
            let match = setting("method", .string(method))
            return path.map { match.setting("path", .string($0)) } ?? match
        }

        // MARK: Further conditions

        /// With one of these methods, in capital letters.
        public func methods(_ methods: String...) -> RequestMatch {
            setting("method", .array(methods.map { .string($0) }))
        }

        /// With a path that meets a condition, as a text without its query.
        public func path(_ condition: TextMatch) -> RequestMatch {
            // A text alone would be a pattern.
            if case .equals(let text) = condition {
                return setting("path", ["equals": .string(text)])
            }
            return setting("path", condition.json)
        }

        /// To a system.
        public func system(_ system: Dialect) -> RequestMatch {
            setting("system", .string(system.name))
        }

        /// From a user, named by id, e-mail address or username.
        public func user(_ user: String) -> RequestMatch { setting("user", .string(user)) }

        /// With a header that meets a condition; `nil` is for none of that name.
        public func header(_ name: String, _ condition: TextMatch) -> RequestMatch {
            adding("header", name, condition.json)
        }

        /// With a parameter of the query that meets a condition; `nil` is for none of that name.
        public func query(_ name: String, _ condition: TextMatch) -> RequestMatch {
            adding("query", name, condition.json)
        }

        /// With a body that meets a condition as a text.
        public func body(_ condition: TextMatch) -> RequestMatch {
            setting("body", condition.json)
        }

        /// With a JSON body that has at least these members, with these values.
        public func json(_ members: JSON) -> RequestMatch { setting("json", members) }

        /// With a JSON body in which the value at a path, such as `$.author.id`, meets a condition.
        public func json(at path: String, _ condition: ValueMatch) -> RequestMatch {
            adding("jsonPath", path, condition.json)
        }

        // MARK: The answer

        /// Answered with a status.
        public func status(_ status: Int) -> RequestMatch {
            setting("status", .integer(Int64(status)))
        }

        /// Answered with a status of a hundred, such as `"4xx"`.
        public func status(_ statuses: String) -> RequestMatch {
            setting("status", .string(statuses))
        }

        /// Whose answer a fault has spoilt, by the name that it shows.
        public func fault(_ name: String) -> RequestMatch { setting("fault", .string(name)) }

        /// Answered by a stub.
        public func stub(_ stub: Stub) -> RequestMatch {
            setting("stub", .integer(Int64(stub.number)))
        }

        // MARK: Members

        private func setting(_ name: String, _ value: JSON) -> RequestMatch {
            var match = self
            match.members.removeAll { $0.name == name }
            match.members.append(JSON.Member(name, value))
            return match
        }

        private func adding(
            _ name: String,
            _ key: String,
            _ condition: JSON
        ) -> RequestMatch {
            var list: [JSON.Member] = []
            if case .object(let before)? = members.first(where: { $0.name == name })?.value {
                list = before
            }
            return setting(name, .object(list + [JSON.Member(key, condition)]))
        }

        var json: JSON { .object(members) }
    }
}

extension MockServer.RequestMatch: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// The requests that a text means: `GET /api/posts/*`, `/api/**` of any method, or `POST`.
    ///
    /// Any other text is taken for a path, which the server refuses.
    public init(stringLiteral text: String) {
        let members = RequestLine(text)?.members ?? [("path", text)]
        self.members = members.map { MockServer.JSON.Member($0.name, .string($0.value)) }
    }
}

extension MockServer.RequestMatch: CustomStringConvertible {
    /// The conditions in words: `POST /api/posts with json {"title":"Low Tide"}`.
    public var description: String {
        func text(_ value: MockServer.JSON) -> String { value.string ?? value.text }
        let (method, path) = (json["method"], json["path"])
        var words = method.map(text) ?? (path == nil ? "any request" : "any method")
        if method != nil, path == nil { words += " request" }
        if let path { words += " " + text(path) }
        let others = members.filter { $0.name != "method" && $0.name != "path" }
        guard !others.isEmpty else { return words }
        return words + " with "
            + others.map { "\($0.name) \(text($0.value))" }.joined(separator: ", ")
    }
}
