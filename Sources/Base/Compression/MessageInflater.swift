/// Decompresses WebSocket messages one by one, in parts of any size (RFC 7692, 7.2.2).
///
/// It uses ``bufferedBytes`` of memory after the first message that comes in several parts, less
/// before. Belongs to one thread at a time.
package final class MessageInflater {
    /// Bytes of its state and its window.
    package let bufferedBytes: Int
    private var inflater: Inflater
    /// Whether a block marked as last has ended; more of the message may still follow.
    private var isBehindLastBlock = false
    /// Whether the message has no bytes so far.
    private var isEmpty = true

    /// A decompressor without earlier messages.
    ///
    /// - Parameter windowBits: 8 to 15; at least the window that the sender uses.
    package init(windowBits: Int) {
        precondition(8...15 ~= windowBits, "DEFLATE has windows of 256 bytes to 32 KiB")
        inflater = Inflater(.bare(windowBits: windowBits))
        // According to zlib's zconf.h on inflate.
        bufferedBytes = 7 * 1024 + 1 << windowBits
    }

    /// Decompresses a part of a message and appends it to `output`, which may have `limit` bytes.
    ///
    /// After an error `output` has the bytes before it, and the inflater must be ``reset()``.
    ///
    /// - Parameters:
    ///   - piece: may end anywhere, even within a block.
    ///   - output: gets the decompressed bytes; what is in it counts for `limit`.
    ///   - limit: the most bytes of `output` after the call.
    /// - Throws: ``DecompressionError/tooLarge`` or ``DecompressionError/malformed(_:)`` with
    ///   zlib's words.
    package func append(
        _ piece: UnsafeBufferPointer<UInt8>,
        to output: inout [UInt8],
        limit: Int
    ) throws(DecompressionError) {
        isEmpty = isEmpty && piece.isEmpty
        var place = 0
        var isFull = false
        while place < piece.count || isFull {
            if isBehindLastBlock {
                inflater.resetKeepingWindow()
                isBehindLastBlock = false
            }
            let rest = UnsafeBufferPointer(rebasing: piece[place...])
            let (taken, given, outcome) = step(rest, &output)
            guard output.count <= limit else {
                output.removeLast(output.count - limit)
                throw .tooLarge
            }
            place += taken
            isFull = given == Self.room
            switch outcome {
            case .unfinished: continue
            case .stuck: return
            case .finished: (isBehindLastBlock, isFull) = (true, false)
            case .failed(let words): throw .malformed(words)
            }
        }
    }

    /// Ends the message after its last part; throws when it is incomplete.
    ///
    /// - Throws: ``DecompressionError`` when the data ends within a block.
    package func endMessage() throws(DecompressionError) {
        defer { isEmpty = true }
        // Some senders end a message with a last block without the empty block after it, and some
        // send no byte for an empty message.
        guard !isBehindLastBlock && !isEmpty else { return }
        // The end of an empty block completes the message, so it must not produce any output.
        var rest: [UInt8] = []
        let tail: [UInt8] = [0, 0, 0xff, 0xff]
        let (taken, given, outcome) = tail.withUnsafeBufferPointer { step($0, &rest) }
        guard case .unfinished = outcome, taken == tail.count, given == 0,
            inflater.isBetweenBlocks
        else { throw .unexpectedEnd }
    }

    /// Discards the context, so that the next message cannot refer to earlier ones.
    package func reset() {
        inflater.reset()
        isBehindLastBlock = false
        isEmpty = true
    }

    /// Most bytes that zlib writes in one step.
    private static let room = 16_384

    private func step(
        _ input: UnsafeBufferPointer<UInt8>,
        _ output: inout [UInt8]
    ) -> (taken: Int, given: Int, outcome: Inflater.Outcome) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.room) { room in
            let step = inflater.decode(input, into: room)
            output.append(contentsOf: room[..<step.given])
            return step
        }
    }
}
