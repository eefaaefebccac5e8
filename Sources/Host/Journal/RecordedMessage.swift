package import MockPostlyDialect
package import MockPostlyMatching
package import MockPostlyRegex

/// A message of a channel, as a journal keeps it.
///
/// Belongs to the loop's thread.
package final class RecordedMessage: JournalContent {
    /// The message; its bytes may be cut off.
    package let frame: ChannelFrame
    /// The name of the dialect whose channel it is.
    package let dialect: String
    /// The length of the whole message.
    ///
    /// In bytes, uncompressed.
    package let byteCount: Int
    /// What was done to it, such as `dropped`; nil when it passed.
    package let fault: String?

    /// A message; of one over `longest` bytes a copy of its beginning is kept.
    ///
    /// Costs no copy for a message of at most `longest` bytes.
    package init(
        _ frame: ChannelFrame,
        dialect: String,
        fault: String? = nil,
        longest: Int = JournalLimits().body
    ) {
        byteCount = frame.bytes.count
        self.dialect = dialect
        self.fault = fault
        let isLong = frame.bytes.count > longest
        self.frame =
            isLong
            ? ChannelFrame(
                frame.direction,
                frame.peer,
                topic: frame.topic,
                event: frame.event,
                bytes: Array(frame.bytes.prefix(longest)),
                isBinary: frame.isBinary
            ) : frame
        super.init(size: self.frame.bytes.count + 320)
    }

    override var entryContent: JournalEntry.Content? { .message(self) }
}

extension MessagePattern {
    /// How a message compares with the condition.
    package func comparison(
        with message: RecordedMessage,
        _ budget: MatchBudget
    ) -> Comparison {
        comparison(with: message.frame, byteCount: message.byteCount, budget)
    }
}
