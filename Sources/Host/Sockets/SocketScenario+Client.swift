package import MockPostlyDialect

extension SocketScenario {
    /// A client of a scenario: a connection, and those that took its place.
    ///
    /// Belongs to the loop's thread.
    ///
    /// Times are in nanoseconds of the machine's monotonic clock.
    package final class Client {
        /// A topic that the client has to join again.
        package struct Topic: Sendable {
            package let name: String
            /// When the client was told that it has joined; nil as long as it was not.
            package internal(set) var joinedAt: UInt64?
        }

        /// An event that it did not get.
        package struct Missed: Sendable {
            package let topic: String
            package let event: String
            /// The member `id` of its payload, as JSON text; nil when there is none.
            package let id: String?
        }

        /// A message of the client that was not handled.
        package struct Push: Sendable {
            package let topic: String
            /// It is kept for a look at it; at most its beginning.
            package let event: String
            /// The beginning of its payload, and the length of all of it.
            let payload: (start: [UInt8], count: Int)
            package internal(set) var isResent = false
        }

        /// As the dialect writes it.
        package let account: String
        package let transport: ChannelPeer.Transport
        /// The number of its first connection.
        package let socket: Int
        /// When its connection was reset, crashed or made dead.
        package let lostAt: UInt64
        /// Those that it had joined at that time, in the order of joining.
        package internal(set) var topics: [Topic]
        /// When it closed a dead connection, or tried to connect again.
        package internal(set) var noticedAt: UInt64?
        /// How often it tried to connect again.
        package internal(set) var attempts = 0
        /// The number of its present connection; nil when it has none.
        package internal(set) var current: Int?
        /// When its present connection was opened; nil as long as it has none.
        package internal(set) var reconnectedAt: UInt64?
        /// How many heartbeats got no reply.
        package internal(set) var heartbeats = 0
        /// How many of its joins were seen since ``lostAt``.
        package internal(set) var joins = 0
        /// The first of them; ``missedCount`` counts all.
        package internal(set) var missed: [Missed] = []
        package internal(set) var missedCount = 0
        /// Its messages that were not handled.
        package internal(set) var pushes: [Push] = []
        /// How many were not handled; ``pushes`` has the first of them.
        package internal(set) var lostPushes = 0

        /// The most events and messages that are kept of each client.
        static let most = 100
        /// How many bytes of a message are kept to know it again.
        private static let keptPayload = 256

        init(_ peer: ChannelPeer, topics: [String], current: Int?, lostAt: UInt64) {
            account = peer.account
            transport = peer.transport
            socket = peer.socket
            self.topics = topics.map { Topic(name: $0) }
            self.current = current
            self.lostAt = lostAt
        }

        /// How many of its lost messages it has sent again.
        package var resentPushes: Int { pushes.count { $0.isResent } }

        /// Whether it is connected, and has joined all its topics again.
        package var isBack: Bool {
            current != nil && topics.allSatisfy { $0.joinedAt != nil }
        }

        /// When it had joined the last of its topics again; nil as long as it has not.
        package var backAt: UInt64? {
            guard isBack else { return nil }
            return topics.compactMap(\.joinedAt).max() ?? reconnectedAt
        }

        func index(of topic: String) -> Int? {
            topics.firstIndex { $0.name.utf8.elementsEqual(topic.utf8) }
        }

        /// Notes an event that it did not get, if it is one of its topics.
        func note(_ missed: Missed) {
            guard let index = index(of: missed.topic), topics[index].joinedAt == nil else { return }
            missedCount += 1
            if self.missed.count < Self.most { self.missed.append(missed) }
        }

        /// Notes a message that was not handled.
        func noteLost(_ frame: ChannelFrame, payload: [UInt8]) {
            guard let topic = frame.topic, let event = frame.event else { return }
            lostPushes += 1
            guard pushes.count < Self.most else { return }
            let start = Array(payload.prefix(Self.keptPayload))
            pushes.append(Push(topic: topic, event: event, payload: (start, payload.count)))
        }

        /// Notes a message that was handled, and may be one that was lost before.
        func noteHandled(_ frame: ChannelFrame, payload: [UInt8]) {
            let index = pushes.firstIndex { push in
                !push.isResent && push.topic == frame.topic && push.event == frame.event
                    && push.payload.count == payload.count
                    && push.payload.start.elementsEqual(payload.prefix(Self.keptPayload))
            }
            if let index { pushes[index].isResent = true }
        }
    }
}
