import MockPostlyCompression

/// Reads arbitrary bytes as compressed bodies, and holds that limits are kept and nothing is lost.
///
/// The first byte says the coding and how narrow the limit is.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzDecompression(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let coding = ContentCoding.allCases[Int(first) % ContentCoding.allCases.count]
    let body = Array(bytes.dropFirst())
    read(body, coding, limit: first < 128 ? 1 << 16 : Int(first) - 128)
    let small = compress(body, coding)
    precondition((try? decompress(small, coding, limit: body.count)) == body)
    // Every beginning of it is an error, and so is too low a limit.
    let part = Array(small.prefix(small.count * Int(first) / 256))
    precondition((try? decompress(part, coding, limit: body.count)) == nil)
    precondition(body.isEmpty || refusal(small, coding, limit: body.count - 1) == .tooLarge)
    if let chosen = preferredCoding(acceptEncoding: String(decoding: body, as: UTF8.self)) {
        precondition(ContentCoding.allCases.contains(chosen))
    }
    return 0
}

private func read(_ body: [UInt8], _ coding: ContentCoding, limit: Int) {
    do throws(DecompressionError) {
        let whole = try decompress(body, coding, limit: limit)
        precondition(whole.count <= limit)
        precondition((try? decompress(body, coding, limit: whole.count)) == whole)
        precondition(whole.isEmpty || refusal(body, coding, limit: whole.count - 1) != nil)
    } catch {
        precondition(error != .malformed(""))
    }
}

private func refusal(_ body: [UInt8], _ coding: ContentCoding, limit: Int) -> DecompressionError? {
    do throws(DecompressionError) {
        _ = try decompress(body, coding, limit: limit)
        return nil
    } catch {
        return error
    }
}
