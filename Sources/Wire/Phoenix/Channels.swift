/// The decision of a channel whether its topic may be joined.
package enum JoinDecision: Sendable, Equatable {
    /// The socket gets the reply `ok` with an empty response.
    case allowed
    /// The channel refuses, with a reason that is sent to the client.
    ///
    /// It stands in the reply `error` as `{"reason":"..."}`.
    case refused(reason: String)
    /// No channel serves the topic.
    ///
    /// The reply is `error` with the reason `unmatched topic`, and a join_ref of null.
    case unmatched
}

/// An action for the socket; several are to be carried out in order.
package enum Outgoing: Sendable, Equatable {
    /// To be sent on this socket, after what was sent before.
    case send(ServerMessage)
    /// From here on events on the topic are sent to this socket.
    case subscribed(topic: String)
    /// From here on no event on the topic is sent to this socket.
    case unsubscribed(topic: String)
}

/// The channels that one socket has joined, with the rules of `Phoenix.Socket`.
///
/// A pure state machine: it knows no transport and no format. A message goes in, a list of actions
/// comes out. A socket with one topic takes about a hundred bytes, a socket without topics eight.
///
/// ```swift
/// for action in try channels.receive(message, authorize: decide) {
///     switch action {
///     case .send(let reply): socket.send(serializer.encode(reply))
///     case .subscribed(let topic): hub.add(socket, to: topic)
///     case .unsubscribed(let topic): hub.remove(socket, from: topic)
///     }
/// }
/// ```
package struct Channels: Sendable {
    /// How many topics one socket may have joined at a time; further joins are refused.
    package static let limit = 100

    private var subscriptions: [Subscription] = []

    /// A socket that has joined nothing.
    package init() {}

    /// Handles a message and returns what the socket has to do.
    ///
    /// `authorize` is called once for each `phx_join`, except on the topic `phoenix`, and for no
    /// other message. If it throws, nothing has changed.
    ///
    /// Answers, as `Phoenix.Socket` and `Phoenix.Channel.Server` give them:
    ///
    /// - `heartbeat` on `phoenix`: `ok`;
    /// - `phx_join`: by `authorize`; a topic that is joined already is left first, and its old join
    /// gets `phx_close` after the reply;
    /// - `phx_leave`: `ok`, then `phx_close`; on a topic that is not joined `ok` alone;
    /// - any other event: `error` with `unhandled event`, or `unmatched topic` when it is not
    ///   joined;
    /// - an event with the join_ref of an earlier join: nothing.
    ///
    /// - Parameters:
    ///   - message: as the serializer has read it.
    ///   - authorize: decides by the topic alone.
    /// - Returns: what is to be done, in this order.
    package mutating func receive(
        _ message: Message,
        authorize: (_ topic: String) throws -> JoinDecision
    ) rethrows -> [Outgoing] {
        switch message.event {
        case "heartbeat" where message.topic == Self.controlTopic:
            return [.send(.ok(to: message, joinRef: .null))]
        case "phx_join":
            let isControl = message.topic == Self.controlTopic
            return join(message, try isControl ? .unmatched : authorize(message.topic))
        default:
            guard let place = place(of: message.topic) else { return answerUnjoined(message) }
            return answer(message, at: place)
        }
    }

    /// The topic of heartbeats, which cannot be joined.
    private static let controlTopic = "phoenix"

    private mutating func join(_ message: Message, _ decision: JoinDecision) -> [Outgoing] {
        let topic = message.topic
        let old = place(of: topic).map { remove(at: $0) }
        var outgoing: [Outgoing] = old == nil ? [] : [.unsubscribed(topic: topic)]
        switch decision {
        case .unmatched:
            outgoing.append(unmatched(message))
        case .allowed where subscriptions.count >= Self.limit,
            .refused where subscriptions.count >= Self.limit:
            let reason = "too many channels joined"
            outgoing.append(.send(.error(reason, to: message, joinRef: message.joinRef)))
        case .refused(let reason):
            outgoing.append(.send(.error(reason, to: message, joinRef: message.joinRef)))
        case .allowed:
            subscriptions.append(Subscription(message))
            outgoing.append(.send(.ok(to: message, joinRef: message.joinRef)))
            outgoing.append(.subscribed(topic: topic))
        }
        if let old { outgoing.append(old.news("phx_close")) }
        return outgoing
    }

    private mutating func answer(_ message: Message, at place: Int) -> [Outgoing] {
        let subscription = subscriptions[place]
        guard subscription.concerns(message) else { return [] }
        let joinRef = subscription.joinRef
        guard message.event == "phx_leave" else {
            return [.send(.error("unhandled event", to: message, joinRef: joinRef))]
        }
        _ = remove(at: place)
        return [
            .unsubscribed(topic: message.topic),
            .send(.ok(to: message, joinRef: joinRef)),
            subscription.news("phx_close"),
        ]
    }

    private func answerUnjoined(_ message: Message) -> [Outgoing] {
        guard message.event == "phx_leave" else { return [unmatched(message)] }
        return [.send(.ok(to: message, joinRef: message.joinRef))]
    }

    private func unmatched(_ message: Message) -> Outgoing {
        .send(.error("unmatched topic", to: message, joinRef: .null))
    }

    private func place(of topic: String) -> Int? {
        subscriptions.firstIndex { $0.topic.utf8.elementsEqual(topic.utf8) }
    }

    private mutating func remove(at place: Int) -> Subscription {
        let removed = subscriptions.remove(at: place)
        if subscriptions.isEmpty { subscriptions = [] }
        return removed
    }
}

// MARK: The server's side

extension Channels {
    /// The topics that are joined, in the order of joining.
    package var topics: [String] { subscriptions.map(\.topic) }

    /// The join_ref of events on `topic`; nil when the topic is not joined.
    package func joinRef(for topic: String) -> Ref? {
        place(of: topic).map { subscriptions[$0].joinRef }
    }

    /// An event for this socket alone, with JSON text as payload; nil when `topic` is not joined.
    ///
    /// - Parameters:
    ///   - event: such as `post:created`.
    ///   - topic: compared byte by byte.
    ///   - payload: one JSON value, which is not checked.
    /// - Returns: the message for ``Serializer/encode(_:)``.
    package func push(_ event: String, on topic: String, payload: [UInt8]) -> ServerMessage? {
        joinRef(for: topic).map { joinRef in
            ServerMessage(
                joinRef: joinRef,
                ref: .null,
                topic: topic,
                event: event,
                payload: payload
            )
        }
    }

    /// Ends the channel of `topic` with `phx_close`; clients do not join again by themselves.
    ///
    /// Returns no action when the topic is not joined.
    ///
    /// phoenix.js calls the channel's `onClose` for it.
    package mutating func close(_ topic: String) -> [Outgoing] {
        end(topic, "phx_close")
    }

    /// Ends the channel of `topic` with `phx_error`, as after a crash; clients join again after a
    /// while.
    ///
    /// Returns no action when the topic is not joined.
    ///
    /// phoenix.js joins again after 1, 2 and 5 seconds and then every 10.
    package mutating func fail(_ topic: String) -> [Outgoing] {
        end(topic, "phx_error")
    }

    private mutating func end(_ topic: String, _ event: String) -> [Outgoing] {
        guard let place = place(of: topic) else { return [] }
        let subscription = remove(at: place)
        return [.unsubscribed(topic: subscription.topic), subscription.news(event)]
    }
}

/// A joined topic and the refs of its join.
private struct Subscription: Sendable {
    let topic: String
    /// The join's join_ref, or its ref when it had none; messages on the channel carry it.
    let joinRef: Ref
    /// Whether the join had a join_ref.
    let isNamed: Bool

    init(_ join: Message) {
        topic = join.topic
        isNamed = !join.joinRef.isNull
        joinRef = isNamed ? join.joinRef : join.ref
    }

    /// Whether `message` belongs to this join and not to an earlier one.
    ///
    /// Without a join_ref, on the join or on the message, they cannot be told apart, and it is
    /// taken as belonging.
    func concerns(_ message: Message) -> Bool {
        !isNamed || message.joinRef.isNull || message.joinRef == joinRef
    }

    /// A `phx_close` or `phx_error`, with the join_ref exactly as the client gave it.
    func news(_ event: String) -> Outgoing {
        .send(.news(event, of: topic, joinRef: isNamed ? joinRef : .null))
    }
}
