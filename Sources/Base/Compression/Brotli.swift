internal import CMockPostlyBrotli

/// Compresses `bytes` in one call.
func brotliCompressed(_ bytes: [UInt8], quality: Int32) -> [UInt8] {
    let bound = BrotliEncoderMaxCompressedSize(bytes.count)
    precondition(bound > 0, "a body of more than 4 GiB cannot be compressed")
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        count = bound
        let code = BrotliEncoderCompress(
            quality,
            BROTLI_DEFAULT_WINDOW,
            BROTLI_MODE_GENERIC,
            bytes.count,
            bytes,
            &count,
            output.baseAddress
        )
        precondition(code == BROTLI_TRUE, "the Brotli encoder failed for want of memory")
    }
}

/// A Brotli decoder that takes and gives bytes in parts of any size.
struct BrotliDecoder: ~Copyable {
    private let state: OpaquePointer

    init() {
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else {
            fatalError("the Brotli decoder is unusable: out of memory")
        }
        self.state = state
    }

    deinit {
        BrotliDecoderDestroyInstance(state)
    }

    /// Decodes as much of `input` as fits in `output`.
    func decode(
        _ input: UnsafeBufferPointer<UInt8>,
        into output: UnsafeMutableBufferPointer<UInt8>
    ) -> (taken: Int, given: Int, result: BrotliDecoderResult) {
        var (size, next) = (input.count, input.baseAddress)
        var (room, place) = (output.count, output.baseAddress)
        let result = BrotliDecoderDecompressStream(state, &size, &next, &room, &place, nil)
        return (taken: input.count - size, given: output.count - room, result: result)
    }
}

/// Decompresses `bytes`; throws over the limit of `output`, which then has what fits.
func decompressBrotli(
    _ bytes: [UInt8],
    into output: inout BoundedOutput
) throws(DecompressionError) {
    let decoder = BrotliDecoder()
    var place = 0
    while true {
        let result = try output.extend { room in
            bytes.withUnsafeBufferPointer { input in
                let step = decoder.decode(
                    UnsafeBufferPointer(rebasing: input[place...]),
                    into: room
                )
                place += step.taken
                return (count: step.given, result: step.result)
            }
        }
        switch result {
        case BROTLI_DECODER_RESULT_SUCCESS: return
        case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
        // The decoder has been given the whole input.
        case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: throw .unexpectedEnd
        default: throw .malformed("Decompression failed")
        }
    }
}
