extension MockServer {
    /// A request that came to a world, and its answer.
    public struct RecordedRequest: Sendable, Hashable {
        /// Its number in the journal of the world.
        public var number: Int
        /// When it came, by the world's clock: `2026-02-14T12:34:56.123456Z`.
        public var time: String
        /// The method, such as `GET`.
        public var method: String
        /// The path with its query, as it was sent but for secrets.
        public var path: String
        /// The system that answered; nil when none did.
        public var system: String?
        /// The route that took it, such as `POST /api/posts/{id}`; nil when none did.
        public var route: String?
        /// The id of the user who asked; nil when nobody was signed in.
        public var user: String?
        /// The status of the answer.
        public var status: Int
        /// The name of the fault that the answer got; nil for none.
        public var fault: String?
        /// The number of the stub that gave the answer; nil for none.
        public var stub: Int?
        /// How long the answer took, by the machine's clock.
        public var duration: Duration
        /// The rows that it wrote.
        public var changes: [RowChange]
        /// The headers and the body of the request.
        public var request: Content
        /// The headers and the body of the answer.
        public var response: Content

        /// Headers and a body; passwords, tokens and cookies are shown as `…` unless they were
        /// asked for.
        public struct Content: Sendable, Hashable {
            /// The headers.
            public var headers: Headers
            /// The body as text; nil when it is not UTF-8.
            public var text: String?
            /// The body in base64 when it is not UTF-8.
            package var base64: String?
            /// Whether the body was longer, and only its beginning was kept.
            public var isCut: Bool

            /// The body as JSON; nil when it is none.
            public var json: JSON? { text.flatMap { try? JSON(text: $0) } }

            init(_ content: ControlDocument?) {
                let fields = content?.parts("headers") ?? []
                headers = Headers(
                    fields.map { .init($0.text("name") ?? "", $0.text("value") ?? "") }
                )
                text = content?.text("body")
                base64 = content?.text("base64")
                isCut = content?.flag("cut") ?? false
            }
        }

        init(_ entry: ControlDocument) {
            number = entry.int("number") ?? 0
            time = entry.text("time") ?? ""
            method = entry.text("method") ?? ""
            path = entry.text("path") ?? ""
            system = entry.text("system")
            route = entry.text("route")
            user = entry.text("user")
            status = entry.int("status") ?? 0
            fault = entry.text("fault")
            stub = entry.int("stub")
            let microseconds = (entry.part("timing")?.double("milliseconds") ?? 0) * 1000
            duration = .microseconds(Int64(microseconds))
            changes = entry.parts("changes").map { RowChange($0) }
            request = Content(entry.part("request"))
            response = Content(entry.part("response"))
        }
    }

    /// A row that a request has written.
    public struct RowChange: Sendable, Hashable {
        /// What happened to it.
        public enum Kind: String, Sendable, Hashable {
            case added, changed, removed
        }

        /// What happened to it.
        public var kind: Kind
        /// The table, such as `post`.
        public var table: String
        /// The key of the row.
        public var key: String

        /// A change of the row `key` of `table`.
        public init(_ kind: Kind, _ table: String, key: String) {
            (self.kind, self.table, self.key) = (kind, table, key)
        }

        init(_ change: ControlDocument) {
            kind = change.text("kind").flatMap { Kind(rawValue: $0) } ?? .changed
            table = change.text("table") ?? ""
            key = change.text("key") ?? ""
        }
    }

    /// A message of a channel that came or went.
    public struct RecordedMessage: Sendable, Hashable {
        /// Its number in the journal of the world.
        public var number: Int
        /// When it came or went, by the world's clock.
        public var time: String
        /// Whether the app has sent it; otherwise it has received it.
        public var isFromApp: Bool
        /// The number of the socket.
        public var socket: Int
        /// The id of the user of the socket; nil when nobody was signed in.
        public var user: String?
        /// The topic; nil when the message is none of a channel.
        public var topic: String?
        /// The event; nil when the message is none of a channel.
        public var event: String?
        /// The name of the fault that it got; nil for none.
        public var fault: String?
        /// The message as text; nil when it is not UTF-8.
        public var text: String?

        /// The message as JSON; nil when it is none.
        public var json: JSON? { text.flatMap { try? JSON(text: $0) } }

        init(_ entry: ControlDocument) {
            number = entry.int("number") ?? 0
            time = entry.text("time") ?? ""
            isFromApp = entry.text("direction") == "in"
            socket = entry.int("socket") ?? 0
            user = entry.text("user")
            topic = entry.text("topic")
            event = entry.text("event")
            fault = entry.text("fault")
            text = entry.text("body")
        }
    }
}
