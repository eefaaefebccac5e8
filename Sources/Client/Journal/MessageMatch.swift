extension MockServer {
    /// Which messages of channels are meant.
    ///
    /// ```swift
    /// .sent(event: "phx_join").topic("feed:all")
    /// .received(event: "post_created")
    /// ```
    public struct MessageMatch: Sendable, Hashable {
        /// The conditions, by the names that the control plane has for them.
        private(set) var members: [JSON.Member] = []

        /// All messages, in both directions.
        public static let any = MessageMatch()

        /// Messages that the app has sent.
        public static func sent(event: TextMatch? = nil) -> MessageMatch {
            any.setting("direction", "in").event(event)
        }

        /// Messages that the app has received.
        public static func received(event: TextMatch? = nil) -> MessageMatch {
            any.setting("direction", "out").event(event)
        }

        /// Of a topic; of a fault, its text may end in `*`.
        public func topic(_ condition: TextMatch) -> MessageMatch {
            setting("topic", condition.json)
        }

        private func event(_ condition: TextMatch?) -> MessageMatch {
            condition.map { setting("event", $0.json) } ?? self
        }

        /// Of a user, named by id.
        public func user(_ user: String) -> MessageMatch { setting("user", .string(user)) }

        /// Of a socket, by its number.
        public func socket(_ number: Int) -> MessageMatch {
            setting("socket", .integer(Int64(number)))
        }

        /// With a payload in which the value at a path, such as `$.id`, meets a condition.
        public func payload(at path: String, _ condition: ValueMatch) -> MessageMatch {
            var list: [JSON.Member] = []
            if case .object(let before)? = members.first(where: { $0.name == "payload" })?.value {
                list = before
            }
            return setting("payload", .object(list + [JSON.Member(path, condition.json)]))
        }

        /// With a JSON text that has at least these members or elements.
        public func json(_ value: JSON) -> MessageMatch { setting("json", value) }

        /// With a text that meets a condition.
        public func body(_ condition: TextMatch) -> MessageMatch {
            setting("body", condition.json)
        }

        private func setting(_ name: String, _ value: JSON) -> MessageMatch {
            var match = self
            match.members.removeAll { $0.name == name }
            match.members.append(JSON.Member(name, value))
            return match
        }

        var json: JSON { .object(members) }
    }
}

extension MockServer.MessageMatch: CustomStringConvertible {
    /// The conditions in words: `a message with direction in, event phx_join`.
    public var description: String {
        guard !members.isEmpty else { return "any message" }
        let conditions = members.map { "\($0.name) \($0.value.string ?? $0.value.text)" }
        return "a message with " + conditions.joined(separator: ", ")
    }
}
