internal import CMockPostlyZlib

/// Makes messages smaller one by one, each ending at a byte (RFC 7692, 7.2.1).
///
/// Unless ``reset()`` is called in between, a message may refer to those before it. Not for use on two
/// threads at a time.
package final class MessageDeflater {
    /// Bytes that it holds, as zlib's zconf.h says of deflate.
    package let heldBytes: Int
    /// Allocated, because zlib's state refers back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// - Parameters:
    ///   - windowBits: 8 to 15; no byte refers to one further back than 2 to this power.
    ///   - memoryLevel: 1 to 9, how much memory may be spent on finding repetitions.
    ///   - level: 0 to 9, how much time may be.
    package init(windowBits: Int, memoryLevel: Int = 8, level: Int = 1) {
        precondition(8...15 ~= windowBits, "DEFLATE has windows of 256 bytes to 32 KiB")
        precondition(1...9 ~= memoryLevel && 0...9 ~= level, "zlib has no such levels")
        heldBytes = 1 << (max(windowBits, 9) + 2) + 1 << (memoryLevel + 9)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let code = deflateInit2_(
            stream,
            Int32(level),
            Z_DEFLATED,
            // With 9 bits zlib refers back by 250 bytes at most, so that is right for 8 as well,
            // which it refuses.
            -Int32(max(windowBits, 9)),
            Int32(memoryLevel),
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        precondition(code == Z_OK, "deflate is unusable: zlib is out of memory or too old")
    }

    deinit {
        // It finds fault with a stream that was not finished, as ours never are.
        _ = deflateEnd(stream)
        stream.deallocate()
    }

    /// Appends the compressed form of `message` to `output`, without the four bytes that every
    /// such form would end with.
    package func append(_ message: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        // zlib would put out nothing when it has just been flushed; RFC 7692, 7.2.3.6 has this.
        guard !message.isEmpty else { return output.append(0) }
        precondition(message.count <= UInt32.max, "a message of 4 GiB cannot be compressed")
        // zlib only reads there.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: message.baseAddress)
        stream.pointee.avail_in = UInt32(message.count)
        let room = min(max(message.count / 2 + 64, 256), 65_536)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { piece in
            repeat {
                stream.pointee.next_out = piece.baseAddress
                stream.pointee.avail_out = UInt32(room)
                let code = deflate(stream, Z_SYNC_FLUSH)
                // The other one is: all was put out, and just filled the piece before.
                precondition(code == Z_OK || code == Z_BUF_ERROR, "zlib does not know its stream")
                output.append(contentsOf: piece[..<(room - Int(stream.pointee.avail_out))])
            } while stream.pointee.avail_out == 0
        }
        precondition(output.suffix(4).elementsEqual([0, 0, 0xff, 0xff]), "zlib has not flushed")
        output.removeLast(4)
    }

    /// Forgets everything, so that the next message will not refer to earlier ones.
    package func reset() {
        let code = deflateReset(stream)
        precondition(code == Z_OK, "zlib does not know its own stream")
    }
}
