/// The common beginning of tokens whose payloads begin alike, encoded and signed once for all.
///
/// The two tokens of a log-in differ in their last bytes only, so with this both take 12 blocks of
/// SHA-256 instead of 20, and half of the encoding.
package struct SignedStart {
    private static let dot = UInt8(ascii: ".")

    /// The encoded header, the dot, and the encoded groups of the payload's start.
    private let text: [UInt8]
    /// The last bytes of the payload's start, fewer than the three of a group.
    private let rest: ArraySlice<UInt8>
    /// The signature over ``text``, to be continued.
    private let message: HMACSHA256.Message

    /// The beginning of tokens with this header, whose payloads begin with `payload`.
    package init(header: [UInt8] = JWT.header, payload: [UInt8], key: HMACSHA256) {
        let grouped = payload.count - payload.count % 3
        rest = payload[grouped...]
        text = [UInt8](
            unsafeUninitializedCapacity: Base64.length(ofEncoding: header.count) + grouped / 3 * 4
                + 2
        ) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = header.withUnsafeBufferPointer { Base64URL.write($0, at: start) }
            start[count] = Self.dot
            count += 1
            count += payload.withUnsafeBufferPointer { payload in
                Base64URL.write(
                    UnsafeBufferPointer(rebasing: payload[..<grouped]),
                    at: start + count
                )
            }
        }
        var message = key.message()
        text.withUnsafeBytes { message.add($0) }
        self.message = message
    }

    /// The token whose payload ends with `end`, as ASCII.
    package func token(endingWith end: [UInt8] = []) -> [UInt8] {
        let last = rest + end
        let size = text.count + Base64.length(ofEncoding: last.count) + Self.longestSignature
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            _ = buffer.initialize(fromContentsOf: text)
            count = text.count
            let length = last.withUnsafeBufferPointer { Base64URL.write($0, at: start + count) }
            var message = message
            message.add(UnsafeRawBufferPointer(start: start + count, count: length))
            count += length
            start[count] = Self.dot
            count += 1
            count += message.withCode { Base64URL.write($0, at: start + count) }
        }
    }

    /// The dot and the 43 digits of a signature, with one to spare.
    private static let longestSignature = 45
}
