internal import MockPostlyText

/// The common beginning of tokens whose payloads begin alike, encoded and signed once for all.
///
/// The two tokens of a log-in differ in their last bytes only: with this, both together take 10
/// blocks of SHA-256 instead of 14, and half of the encoding.
package struct SignedStart {
    private static let dot = UInt8(ascii: ".")

    /// The encoded header, a dot, the encoded groups of the payload's start, and the bytes of the
    /// payload's start that do not fill a group, which are fewer than three.
    private var text: [UInt8]
    /// How many bytes of ``text`` are encoded.
    private let length: Int
    /// The signature over those bytes, to be continued.
    private var message: HMACSHA256.Message

    /// The beginning of tokens with this header, whose payloads begin with `payload`.
    package init(
        header: [UInt8] = JWT.header,
        payload: UnsafeBufferPointer<UInt8>,
        key: HMACSHA256
    ) {
        let grouped = payload.count - payload.count % 3
        let start = Base64.length(ofEncoding: header.count) + 1
        length = start + grouped / 3 * 4
        text = [UInt8](repeating: Self.dot, count: length + payload.count - grouped)
        message = key.empty
        text.withUnsafeMutableBufferPointer { text in
            guard let base = text.baseAddress else { return }
            _ = header.withUnsafeBufferPointer { Base64URL.write($0, at: base) }
            let groups = UnsafeBufferPointer(rebasing: payload[..<grouped])
            _ = Base64URL.write(groups, at: base + start)
            for place in grouped..<payload.count {
                text[length + place - grouped] = payload[place]
            }
            message.add(UnsafeRawBufferPointer(start: base, count: length))
        }
    }

    /// The token whose payload ends with `end`, as ASCII.
    package func token(endingWith end: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let rest = text.count - length
        let last = rest + end.count
        let signed = length + Base64.length(ofEncoding: last)
        let size = signed + 1 + Base64.length(ofEncoding: SHA256.byteCount)
        // The token, and behind it what of the payload is encoded here, then the signature.
        return withUnsafeTemporaryAllocation(
            of: UInt8.self,
            capacity: size + max(last, SHA256.byteCount)
        ) { buffer in
            guard let token = buffer.baseAddress else { return [] }
            let part = token + size
            text.withUnsafeBufferPointer { text in
                _ = buffer.update(fromContentsOf: text[..<length])
                for place in 0..<rest { part[place] = text[length + place] }
            }
            if let start = end.baseAddress { (part + rest).update(from: start, count: end.count) }
            _ = Base64URL.write(UnsafeBufferPointer(start: part, count: last), at: token + length)
            var message = message
            message.add(UnsafeRawBufferPointer(start: token + length, count: signed - length))
            message.finish(at: part)
            token[signed] = Self.dot
            let code = UnsafeBufferPointer(start: part, count: SHA256.byteCount)
            _ = Base64URL.write(code, at: token + signed + 1)
            return Array(UnsafeBufferPointer(start: token, count: size))
        }
    }
}
