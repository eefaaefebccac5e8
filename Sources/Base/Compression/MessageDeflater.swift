internal import CMockPostlyZlib

/// Compresses WebSocket messages one by one (RFC 7692, 7.2.1).
///
/// A message may refer to earlier ones unless ``reset()`` is called in between. Belongs to one
/// thread at a time.
package final class MessageDeflater {
    /// Bytes of memory that it uses, according to zlib's zconf.h.
    package let bufferedBytes: Int
    /// On the heap, because zlib's state points back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    /// A compressor without earlier messages.
    ///
    /// - Parameters:
    ///   - windowBits: 8 to 15; references go back at most 2 to this power of bytes.
    ///   - memoryLevel: 1 to 9; a higher level uses more memory and compresses better.
    ///   - level: 0 to 9; a higher level takes more time and compresses better.
    package init(windowBits: Int, memoryLevel: Int = 8, level: Int = 1) {
        precondition(8...15 ~= windowBits, "DEFLATE has windows of 256 bytes to 32 KiB")
        precondition(1...9 ~= memoryLevel && 0...9 ~= level, "zlib has no such levels")
        bufferedBytes = 1 << (max(windowBits, 9) + 2) + 1 << (memoryLevel + 9)
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let code = deflateInit2_(
            stream,
            Int32(level),
            Z_DEFLATED,
            // zlib refuses 8, but with 9 it refers back at most 250 bytes, which is valid for 8
            // too.
            -Int32(max(windowBits, 9)),
            Int32(memoryLevel),
            Z_DEFAULT_STRATEGY,
            ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)
        )
        precondition(code == Z_OK, "deflate is unusable: zlib is out of memory or too old")
    }

    deinit {
        // It reports an unfinished stream, and these streams are never finished.
        _ = deflateEnd(stream)
        stream.deallocate()
    }

    /// Appends the compressed `message` to `output`, without the four bytes at its end.
    ///
    /// These are the same for every message (RFC 7692, 7.2.1).
    ///
    /// Never fails; an empty message becomes one byte.
    package func append(_ message: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
        // zlib gives no output for an empty message after a flush; RFC 7692, 7.2.3.6, defines this
        // byte.
        guard !message.isEmpty else { return output.append(0) }
        precondition(message.count <= UInt32.max, "a message of 4 GiB cannot be compressed")
        // zlib only reads from there.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: message.baseAddress)
        stream.pointee.avail_in = UInt32(message.count)
        let room = min(max(message.count / 2 + 64, 256), 65_536)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { piece in
            repeat {
                stream.pointee.next_out = piece.baseAddress
                stream.pointee.avail_out = UInt32(room)
                let code = deflate(stream, Z_SYNC_FLUSH)
                // Z_BUF_ERROR means that the output ended exactly at the end of the last part.
                precondition(code == Z_OK || code == Z_BUF_ERROR, "zlib does not know its stream")
                output.append(contentsOf: piece[..<(room - Int(stream.pointee.avail_out))])
            } while stream.pointee.avail_out == 0
        }
        precondition(output.suffix(4).elementsEqual([0, 0, 0xff, 0xff]), "zlib has not flushed")
        output.removeLast(4)
    }

    /// Discards the context, so that the next message does not refer to earlier ones.
    package func reset() {
        let code = deflateReset(stream)
        precondition(code == Z_OK, "zlib does not know its own stream")
    }
}
