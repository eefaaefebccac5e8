/// Undoes what ``MessageDeflater`` does, message by message and piece by piece (RFC 7692, 7.2.2).
///
/// It holds ``heldBytes`` when the first message does not come in one piece, else less. Not for use
/// on two threads at a time.
package final class MessageInflater {
    /// Bytes of its state and its window.
    package let heldBytes: Int
    private var inflater: Inflater
    /// Whether a block that calls itself the last was, so far; more of the message may follow.
    private var isBehindLastBlock = false
    /// Whether the message has no bytes so far.
    private var isEmpty = true

    /// - Parameter windowBits: 8 to 15; the other side compresses with a window of this size or a
    ///   smaller one.
    package init(windowBits: Int) {
        precondition(8...15 ~= windowBits, "DEFLATE has windows of 256 bytes to 32 KiB")
        inflater = Inflater(.bare(windowBits: windowBits))
        // What zlib's zconf.h says of inflate.
        heldBytes = 7 * 1024 + 1 << windowBits
    }

    /// Inflates a piece of a message and appends the result to `output`, which grows to `limit`
    /// bytes at most.
    ///
    /// After an error, `output` has what was before it, and only ``reset()`` makes the inflater
    /// usable again.
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

    /// Ends the message, of which all pieces were appended.
    package func finish() throws(DecompressionError) {
        defer { isEmpty = true }
        // Some end a message with a last block and leave out the empty one behind it, and some
        // have no byte for an empty message.
        guard !isBehindLastBlock && !isEmpty else { return }
        // With the end of an empty block all is said, so nothing more may come out.
        var rest: [UInt8] = []
        let tail: [UInt8] = [0, 0, 0xff, 0xff]
        let (taken, given, outcome) = tail.withUnsafeBufferPointer { step($0, &rest) }
        guard case .unfinished = outcome, taken == tail.count, given == 0,
            inflater.isBetweenBlocks
        else { throw .unexpectedEnd }
    }

    /// Forgets everything, so that the next message cannot refer to earlier ones.
    package func reset() {
        inflater.reset()
        isBehindLastBlock = false
        isEmpty = true
    }

    /// Bytes that zlib may put out at a time.
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
