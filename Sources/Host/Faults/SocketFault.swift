package import MockPostlyDialect
package import MockPostlyPatching
internal import MockPostlyWorld

/// What is done to a message of a channel, or to the connection that it passes.
package struct SocketFault: Sendable, Equatable {
    /// The raw values stand in JSON.
    package enum Kind: String, Sendable, CaseIterable {
        /// A join is answered with an error.
        case refuseJoin = "refuse-join"
        /// The message is not handled, or not sent.
        case drop
        /// It is handled or sent later.
        case delay
        /// It is handled or sent twice.
        case duplicate
        /// It is handled or sent after the next one in its direction.
        case reorder
        /// Its payload is changed.
        case patch
        /// A heartbeat gets no reply.
        case ignoreHeartbeats = "ignore-heartbeats"
        /// The channel ends as after a crash.
        case phxError = "phx-error"
        /// The connection stays open, and nothing more passes.
        case halfOpen = "half-open"
        /// The connection ends with a TCP reset.
        case reset
        /// The connection ends without a close frame.
        case close
    }

    package var kind: Kind
    /// The reason of ``Kind/refuseJoin``, which the client gets.
    package var reason = SocketFault.usualReason
    /// The time of ``Kind/delay``.
    ///
    /// Drawn anew for each message.
    package var delay = FaultDelay.Time.fixed(.zero)
    /// How long ``Kind/reorder`` waits for a next message.
    package var within = SocketFault.usualWithin

    /// The changes of ``Kind/patch``, in the payload.
    package var patch: DocumentPatch?

    package static let usualReason = "refused"
    /// A message that no other follows goes on after one second.
    package static let usualWithin = Duration.seconds(1)
    /// The longest time that a message waits for the next one.
    package static let longestWithin = Duration.seconds(60)

    /// With the usual reason and times.
    package init(_ kind: Kind) {
        self.kind = kind
    }

    /// What the journal and the log call it: `socket-drop`.
    package var name: String { Self.prefix + kind.rawValue }

    private static let prefix = "socket-"

    // MARK: Names

    /// The names of kinds, and what each does in one line.
    package static let named: [(name: String, summary: String)] = [
        (.refuseJoin, "a join is answered with an error"),
        (.drop, "a message never arrives"),
        (.delay, "a message is later; the name ends in a time, as in socket-delay-500ms"),
        (.duplicate, "a message arrives twice"),
        (.reorder, "a message arrives after the next one"),
        (.ignoreHeartbeats, "heartbeats get no reply"),
        (.phxError, "the channel ends with phx_error, as after a crash"),
        (.halfOpen, "the connection stays open, and nothing more passes"),
        (.reset, "the connection ends with a TCP reset"),
        (.close, "the connection ends without a close frame"),
    ].map { (kind: Kind, summary) in (prefix + kind.rawValue, summary) }

    /// All names, for suggestions; `socket-delay-500ms` stands for all of its kind.
    package static let names = named.map {
        $0.name == "socket-delay" ? "\($0.name)-500ms" : $0.name
    }

    /// The fault called `name`; nil when there is none.
    ///
    /// `socket-delay-500ms` has its time in the name; plain `socket-delay` is none, and neither is
    /// `socket-patch`, which says nothing of its changes.
    package init?(named name: String) {
        guard name.utf8.starts(with: Self.prefix.utf8) else { return nil }
        let word = String(decoding: name.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
        if let kind = Kind(rawValue: word), kind != .delay, kind != .patch {
            self.init(kind)
            return
        }
        let delay = "delay-"
        guard word.utf8.starts(with: delay.utf8),
            let time = parseDuration(
                String(decoding: word.utf8.dropFirst(delay.utf8.count), as: UTF8.self)
            ), time > .zero, time <= FaultDelay.longest
        else { return nil }
        self.init(.delay)
        self.delay = .fixed(time)
    }

    // MARK: Messages

    /// Whether something can be done to a frame of a client that has joined `topics`.
    ///
    /// - Parameters:
    ///   - frame: in either direction.
    ///   - topics: what its client has joined; asked only where it matters.
    /// - Returns: whether the fault has a meaning for such a message.
    package func concerns(_ frame: ChannelFrame, topics: () -> [String]) -> Bool {
        let isControl = frame.topic?.utf8.elementsEqual("phoenix".utf8) ?? false
        let isIncoming = frame.direction == .incoming
        switch kind {
        case .refuseJoin: return isIncoming && !isControl && frame.isJoin
        case .ignoreHeartbeats:
            return isIncoming && isControl
                && frame.event?.utf8.elementsEqual("heartbeat".utf8) == true
        case .phxError:
            guard let topic = frame.topic, !isControl else { return false }
            if isIncoming && frame.isJoin { return true }
            return topics().contains { $0.utf8.elementsEqual(topic.utf8) }
        case .patch: return !frame.isBinary
        case .drop, .delay, .duplicate, .reorder, .halfOpen, .reset, .close: return true
        }
    }
}

extension ChannelFrame {
    /// Whether a client joins a topic by it.
    package var isJoin: Bool { event?.utf8.elementsEqual("phx_join".utf8) ?? false }
}

/// A fault for one message, with what chance had to say about it.
package struct AppliedSocketFault: Sendable {
    /// What the journal and the log call it.
    package let name: String
    /// The number of its rule.
    package let rule: Int
    package let fault: SocketFault
    /// The time of a delay.
    package let delay: Duration
}
