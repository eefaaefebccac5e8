internal import CMockPostlyZlib

/// The formats around DEFLATE's blocks.
enum DeflateFormat: Equatable {
    case zlib
    case gzip
    /// Blocks and nothing else, with a window of 2 to the power of this many bytes.
    case bare(windowBits: Int)

    /// How zlib is told the format, together with a window of 32 KiB where nothing else is said.
    var windowBits: Int32 {
        switch self {
        case .zlib: 15
        case .gzip: 15 + 16
        case .bare(let windowBits): -Int32(windowBits)
        }
    }
}

/// One decoder of zlib's, which takes and gives bytes in any portions.
struct Inflater: ~Copyable {
    enum Outcome {
        /// There is more to take or to give.
        case unfinished
        case finished
        /// Neither could anything be taken nor given.
        case stuck
        case failed(String)
    }

    /// Allocated, because zlib's state refers back to it.
    private let stream: UnsafeMutablePointer<z_stream>

    init(_ format: DeflateFormat) {
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        let size = Int32(MemoryLayout<z_stream>.size)
        let code = inflateInit2_(stream, format.windowBits, ZLIB_VERSION, size)
        precondition(code == Z_OK, "inflate is unusable: zlib is out of memory or too old")
    }

    deinit {
        // It can only find fault with the stream itself.
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
        // zlib only reads there.
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

    /// Makes it as new, for the body that follows.
    func reset() {
        let code = inflateReset(stream)
        precondition(code == Z_OK, "zlib does not know its own stream")
    }

    /// Makes it as new but for the window, for what may refer to the bytes given so far.
    func resetKeepingWindow() {
        let code = inflateResetKeep(stream)
        precondition(code == Z_OK, "zlib does not know its own stream")
    }

    /// Whether the next bit begins a block, and a byte.
    var isBetweenBlocks: Bool {
        // As zlib.h says of inflate: 128 behind a block, and the number of bits not used yet.
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

/// The bytes that `bytes` are the compressed form of.
func inflated(
    _ bytes: [UInt8],
    _ format: DeflateFormat,
    limit: Int
) throws(DecompressionError) -> [UInt8] {
    let inflater = Inflater(format)
    var output = BoundedOutput(limit: limit)
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
            // gzip only: another body, unless what follows is padding.
            guard format == .gzip, place < bytes.count, bytes[place] != 0 else {
                return output.bytes
            }
            inflater.reset()
        }
    }
}
