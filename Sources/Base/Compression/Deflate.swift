internal import CMockPostlyZlib

/// Compresses `bytes` in one call; a gzip header has neither name nor time.
func deflated(_ bytes: [UInt8], _ format: DeflateFormat, level: Int32) -> [UInt8] {
    precondition(bytes.count <= UInt32.max, "a body of more than 4 GiB cannot be compressed")
    var stream = z_stream()
    // zlib's default memory level, which Node uses too.
    let memory: Int32 = 8
    let begun = deflateInit2_(
        &stream,
        level,
        Z_DEFLATED,
        format.windowBits,
        memory,
        Z_DEFAULT_STRATEGY,
        ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)
    )
    precondition(begun == Z_OK, "deflate is unusable: zlib is out of memory or too old")
    // It fails only for an invalid stream.
    defer { _ = deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count)))
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
        bytes.withUnsafeBufferPointer { input in
            // zlib only reads from there.
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = UInt32(input.count)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(clamping: bound)
            let code = CMockPostlyZlib.deflate(&stream, Z_FINISH)
            precondition(code == Z_STREAM_END, "zlib put out more than it said it could")
            count = Int(stream.total_out)
        }
    }
}
