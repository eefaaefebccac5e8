/// An entry of a journal: a request with its answer, or a message of a channel.
package struct JournalEntry {
    package enum Content {
        case exchange(RecordedExchange)
        case message(RecordedMessage)
    }

    package let content: Content
    /// Its number in the journal of its world; the first is 1.
    package let number: Int
    /// Its number among the entries of all worlds, for streams of events.
    package let sequence: UInt64
    /// When the request arrived or the message passed, in nanoseconds of the machine's monotonic
    /// clock.
    package let start: UInt64
    /// The time from the request's arrival to the sending of its answer; 0 for a message.
    package let nanoseconds: UInt64
    /// The client's address; empty for a message.
    package let peer: String
    /// The rows that the request has written; empty for most.
    package let changes: [RowChange]

    var size: Int {
        switch content {
        case .exchange(let exchange): exchange.size
        case .message(let message): message.size
        }
    }
}

/// A row that a request has written.
package struct RowChange: Sendable, Equatable {
    package enum Kind: String, Sendable {
        case added, changed, removed
    }

    package var kind: Kind
    package var table: String
    /// The key as clients see it.
    package var key: String

    package init(_ kind: Kind, table: String, key: String) {
        (self.kind, self.table, self.key) = (kind, table, key)
    }
}
