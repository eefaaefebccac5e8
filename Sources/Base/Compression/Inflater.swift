internal import CMockPostlyZlib

/// The formats of DEFLATE data.
enum DeflateFormat: Equatable {
    case zlib
    case gzip
    /// Blocks without header and trailer, with a window of 2 to this power of bytes.
    case bare(windowBits: Int)

    /// zlib's code for the format and its window, which is 32 KiB except for bare blocks.
    var windowBits: Int32 {
        switch self {
        case .zlib: 15
        case .gzip: 15 + 16
        case .bare(let windowBits): -Int32(windowBits)
        }
    }
}

/// A zlib decoder that takes and gives bytes in parts of any size.
struct Inflater: ~Copyable {
    enum Outcome {
        /// More input can be taken or more output given.
        case unfinished
        case finished
        /// Without more input or room nothing can be done.
        case stuck
        case failed(String)
    }

    /// On the heap, because zlib's state points back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    init(_ format: DeflateFormat) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let code = inflateInit2_(stream, format.windowBits, ZLIB_VERSION, size)
        precondition(code == Z_OK, "inflate is unusable: zlib is out of memory or too old")
    }

    deinit {
        // It fails only for an invalid stream.
        _ = inflateEnd(stream)
        stream.deallocate()
    }

    /// Decodes as much of `input` as fits in `output`.
    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (taken: Int, given: Int, outcome: Outcome) {
        let room = UInt32(clamping: output.count)
        let size = UInt32(clamping: input.count)
        // zlib only reads from there.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = size
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = room
        let code = CMockPostlyZlib.inflate(stream, Z_NO_FLUSH)
        return (
            taken: Int(size - stream.pointee.avail_in),
            given: Int(room - stream.pointee.avail_out),
            outcome: outcome(code)
        )
    }

    /// Resets the decoder for another body.
    func reset() {
        let code = inflateReset(stream)
        precondition(code == Z_OK, "zlib does not know its own stream")
    }

    /// Resets the decoder but keeps the window, for data that refers to earlier output.
    func resetKeepingWindow() {
        let code = inflateResetKeep(stream)
        precondition(code == Z_OK, "zlib does not know its own stream")
    }

    /// Whether the decoder is between two blocks and at a byte boundary.
    var isBetweenBlocks: Bool {
        // According to zlib.h on inflate, 128 is set after a block, and the lower bits count unused
        // bits.
        stream.pointee.data_type & 128 != 0 && stream.pointee.data_type & 63 == 0
    }

    private func outcome(_ code: Int32) -> Outcome {
        switch code {
        case Z_OK: .unfinished
        case Z_STREAM_END: .finished
        case Z_BUF_ERROR: .stuck
        case Z_NEED_DICT: .failed("Missing dictionary")
        default: .failed(stream.pointee.msg.map { String(cString: $0) } ?? "Zlib error")
        }
    }
}

/// Decompresses `bytes`; throws over the limit of `output`, which then has what fits.
func inflate(
    _ bytes: [UInt8],
    _ format: DeflateFormat,
    into output: inout BoundedOutput
) throws(DecompressionError) {
    let inflater = Inflater(format)
    var place = 0
    while true {
        let outcome = try output.extend { room in
            bytes.withUnsafeBufferPointer { input in
                let step = inflater.decode(
                    UnsafeBufferPointer(rebasing: input[place...]),
                    into: room
                )
                place += step.taken
                return (count: step.given, result: step.outcome)
            }
        }
        switch outcome {
        case .unfinished: continue
        case .stuck: throw .unexpectedEnd
        case .failed(let words): throw .malformed(words)
        case .finished:
            // For gzip another body follows, unless the next byte is padding.
            guard format == .gzip, place < bytes.count, bytes[place] != 0 else {
                return
            }
            inflater.reset()
        }
    }
}

/// The bytes that this program's build has packed with gzip.
///
/// Allocates the size that the bytes themselves tell; damaged bytes stop the program.
package func unpacked(gzip packed: UnsafeRawBufferPointer) -> [UInt8] {
    // RFC 1952, 2.3.1: the last four bytes are the size of what was packed.
    let size = packed.loadUnaligned(fromByteOffset: packed.count - 4, as: UInt32.self)
    let inflater = Inflater(.gzip)
    return Array(unsafeUninitializedCapacity: Int(UInt32(littleEndian: size))) { room, count in
        let step = inflater.decode(packed.bindMemory(to: UInt8.self), into: room)
        guard case .finished = step.outcome else {
            preconditionFailure("the program file is damaged")
        }
        count = step.given
    }
}
