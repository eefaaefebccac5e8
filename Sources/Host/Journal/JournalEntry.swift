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
    ///
    /// Grows over all journals, with gaps in each.
    package let sequence: UInt64
    /// When the request arrived or the message passed, in nanoseconds of the machine's monotonic
    /// clock.
    package let start: UInt64
    /// The time from the request's arrival to the sending of its answer; 0 for a message.
    package let nanoseconds: UInt64
    /// The client's address; empty for a message.
    package let peer: String
}

/// What an entry is about, as a value; several entries may share it.
///
/// Belongs to the loop's thread.
package class JournalContent {
    /// Bytes of memory that it takes, about.
    final let size: Int
    /// How many entries of a journal have it.
    ///
    /// The journal retains it once for all of them.
    final var entries = 0

    init(size: Int) {
        self.size = size
    }

    /// The content by its kind.
    var entryContent: JournalEntry.Content { preconditionFailure("a content of no kind") }
}

/// A row that a request has written.
package struct RowChange: Sendable, Equatable {
    package enum Kind: String, Sendable, BitwiseCopyable {
        case added, changed, removed
    }

    package var kind: Kind
    /// As in the schema, such as `post_like`.
    package var table: String
    /// The key as clients see it.
    ///
    /// Such as an ObjectId in hexadecimal; parts of it are separated by spaces.
    package var key: String

    package init(_ kind: Kind, table: String, key: String) {
        (self.kind, self.table, self.key) = (kind, table, key)
    }
}
