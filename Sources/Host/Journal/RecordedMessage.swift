package import MockPostlyDialect

/// A message of a channel, as a journal keeps it.
///
/// Belongs to the loop's thread.
package final class RecordedMessage {
    /// The message; its bytes are cut off after ``RecordedExchange/longestBody``.
    package let frame: ChannelFrame
    /// The name of the dialect whose channel it is.
    package let dialect: String
    /// The length of the whole message.
    package let byteCount: Int
    /// What was done to it, such as `dropped`; nil when it passed.
    package let fault: String?

    /// A message; of a longer one a copy of its beginning is kept.
    package init(_ frame: ChannelFrame, dialect: String, fault: String? = nil) {
        byteCount = frame.bytes.count
        self.dialect = dialect
        self.fault = fault
        guard frame.bytes.count > RecordedExchange.longestBody else {
            self.frame = frame
            return
        }
        self.frame = ChannelFrame(
            frame.direction,
            frame.peer,
            topic: frame.topic,
            event: frame.event,
            bytes: Array(frame.bytes.prefix(RecordedExchange.longestBody)),
            isBinary: frame.isBinary
        )
    }

    /// Bytes of memory that it takes, about.
    var size: Int { frame.bytes.count + 320 }
}
