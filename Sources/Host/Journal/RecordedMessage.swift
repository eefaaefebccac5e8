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
        self.frame =
            frame.bytes.count > longest
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

    override var entryContent: JournalEntry.Content { .message(self) }

    // MARK: As bytes

    /// What has a fixed layout; the texts and the message's bytes come after it.
    private struct Outline: BitwiseCopyable {
        var direction: ChannelFrame.Direction
        var transport: ChannelPeer.Transport
        var socket: Int
        var byteCount: Int
        var isBinary: Bool
    }

    private var texts: [String?] {
        [frame.peer.world, frame.peer.account, frame.topic, frame.event, dialect, fault]
    }

    /// How many bytes ``write(to:)`` writes.
    var length: Int {
        texts.reduce(MemoryLayout<Outline>.size + frame.bytes.count) {
            $0 + EntryWriter.size(of: $1)
        }
    }

    func write(to writer: inout EntryWriter) {
        writer.put(
            Outline(
                direction: frame.direction,
                transport: frame.peer.transport,
                socket: frame.peer.socket,
                byteCount: byteCount,
                isBinary: frame.isBinary
            )
        )
        for text in texts { writer.put(text) }
        writer.put(frame.bytes, frame.bytes.count)
    }

    init(_ bytes: [UInt8]) {
        (frame, dialect, fault, byteCount) = bytes.withUnsafeBytes { bytes in
            var reader = EntryReader(bytes)
            let outline = reader.value(Outline.self)
            let peer = ChannelPeer(
                world: reader.text() ?? "",
                socket: outline.socket,
                transport: outline.transport,
                account: reader.text() ?? ""
            )
            let (topic, event) = (reader.text(), reader.text())
            let (dialect, fault) = (reader.text() ?? "", reader.text())
            let frame = ChannelFrame(
                outline.direction,
                peer,
                topic: topic,
                event: event,
                bytes: reader.rest(),
                isBinary: outline.isBinary
            )
            return (frame, dialect, fault, outline.byteCount)
        }
        super.init(size: bytes.count)
    }
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
