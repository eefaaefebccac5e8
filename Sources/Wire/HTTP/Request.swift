/// A whole request: head and body.
package struct Request: Sendable {
    package var head: RequestHead
    /// The body after transfer decoding; empty when there is none.
    package var body: [UInt8]
    /// How many bytes of the decoded path a world prefix takes.
    private var prefixLength = 0
    /// Where the route's placeholders stand in ``path``; set by the router's caller.
    package var parameters = PathParameters()
    /// The client's address as a number, without its port; empty when it came over a Unix socket.
    ///
    /// Without a connection it is that of this machine.
    package var peer = "127.0.0.1"
    /// Counts the bytes of a large request as long as somebody has it.
    package var claim: BufferClaim?

    package init(head: RequestHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    package var method: Method { head.method }

    /// The percent-decoded path, from its first slash, without a world prefix.
    package var path: ArraySlice<UInt8> {
        if let decoded = head.decodedPath { return decoded[prefixLength...] }
        return head.bytes[(head.path.lowerBound + prefixLength)..<head.path.upperBound]
    }

    /// The bytes behind `?`, not decoded; empty when there are none.
    package var rawQuery: ArraySlice<UInt8> { head.bytes[head.query] }

    /// The target as sent, for logs.
    package var target: ArraySlice<UInt8> { head.bytes[head.target] }

    /// The path as sent, not decoded, for logs and redirects; with its world prefix.
    package var rawPath: ArraySlice<UInt8> { head.bytes[head.path] }

    /// The path as sent, not decoded, without what ``dropPathPrefix(_:)`` took.
    package var rawPathWithoutPrefix: ArraySlice<UInt8> {
        guard head.decodedPath != nil, prefixLength > 0 else {
            return rawPath.dropFirst(prefixLength)
        }
        // What is decoded is well-formed: an escape is three bytes, and one decoded.
        var rest = rawPath
        for _ in 0..<prefixLength { rest = rest.dropFirst(rest.first == UInt8(ascii: "%") ? 3 : 1) }
        return rest
    }

    /// The prefix that ``dropPathPrefix(_:)`` took, such as `/w/one`.
    package var pathPrefix: String {
        let whole = head.decodedPath.map { $0[...] } ?? head.bytes[head.path]
        return String(decoding: whole.prefix(prefixLength), as: UTF8.self)
    }

    /// Takes the first `length` bytes off the path, for a world prefix.
    package mutating func dropPathPrefix(_ length: Int) {
        prefixLength += length
    }

    /// The decoded segment that placeholder `name` of the matched route stands for.
    ///
    /// Bytes that are no UTF-8 become U+FFFD. Empty when the route has no such placeholder.
    package func parameter(_ name: StaticString) -> String {
        guard let range = parameters.range(of: name) else { return "" }
        let path = path
        let start = path.startIndex
        return String(
            decoding: path[(start + range.lowerBound)..<(start + range.upperBound)],
            as: UTF8.self
        )
    }
}
