/// A complete request: head and body.
///
/// Copies are cheap: head and body are shared. Values made from it, such as ``path``, are slices
/// whose indices do not begin at 0.
package struct Request: Sendable {
    /// Shared with all copies of the request; see ``RequestHead`` for who may change it.
    package internal(set) var head: RequestHead
    /// The whole decoded path after ``mergeSlashes()`` has changed it, else nil.
    private var mergedPath: [UInt8]?
    /// The body after transfer decoding; empty when there is none.
    ///
    /// Chunks are joined and their framing is gone; a content coding such as gzip is not undone.
    package var body: [UInt8]
    /// How many bytes of the decoded path belong to a world prefix.
    private var prefixLength = 0
    /// How many bytes of the path as sent are an address of this server, after the prefix.
    private var siteLength = 0
    /// The positions of the route's placeholders in ``path``; set by the router's caller.
    ///
    /// Their ranges are relative to the start of ``path``, so the prefix must be dropped before.
    package var parameters = PathParameters()
    /// The client's numeric address without a port; empty for a Unix socket.
    ///
    /// For a request that did not come over a connection it is 127.0.0.1.
    package var peer = "127.0.0.1"
    /// Whether it came over TLS.
    package var isSecure = false
    /// Whose word is believed for the address by which the client has come.
    package var forwardingTrust = ForwardingTrust.loopback
    /// Counts the bytes of a large request against the budget as long as a copy of the request
    /// exists.
    package var claim: BufferClaim?
    /// Takes what a handler finds out besides its answer; nil when nobody wants to know.
    ///
    /// Unchecked: used on the loop's thread only.
    package nonisolated(unsafe) var findings: (any Findings)?

    /// A request without placeholders or prefix.
    ///
    /// For tests and for requests that the server makes itself; the parser makes all others.
    package init(head: RequestHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }

    /// HEAD stays HEAD here, though the router finds the route of GET.
    package var method: Method { head.method }

    /// The decoded path with a world prefix, if it differs from the path as sent.
    private var decodedPath: [UInt8]? { mergedPath ?? head.decodedPath }

    /// The percent-decoded path with its first slash, without a world prefix.
    ///
    /// After a prefix it may be empty.
    package var path: ArraySlice<UInt8> {
        if let decoded = decodedPath { return decoded[prefixLength...] }
        return head.bytes[(head.path.lowerBound + prefixLength)..<head.path.upperBound]
    }

    /// The bytes after `?`, not decoded; empty when there are none.
    package var rawQuery: ArraySlice<UInt8> { head.bytes[head.query] }

    /// The request target as sent, for logs.
    package var target: ArraySlice<UInt8> { head.bytes[head.target] }

    /// The path as sent, not decoded and with its world prefix, for logs and redirects.
    package var rawPath: ArraySlice<UInt8> { head.bytes[head.path] }

    /// The path as sent, not decoded, without the prefix removed by ``dropPathPrefix(_:)``.
    package var rawPathWithoutPrefix: ArraySlice<UInt8> {
        guard decodedPath != nil, prefixLength > 0 else {
            return rawPath.dropFirst(prefixLength + siteLength)
        }
        // The escapes are valid, as the path was decoded: each is three bytes here and one byte
        // decoded.
        var rest = rawPath
        for _ in 0..<prefixLength { rest = rest.dropFirst(rest.first == UInt8(ascii: "%") ? 3 : 1) }
        return rest.dropFirst(siteLength)
    }

    /// The prefix removed by ``dropPathPrefix(_:)``, such as `/w/one`; empty without one.
    package var pathPrefix: String {
        let whole = decodedPath.map { $0[...] } ?? head.bytes[head.path]
        return String(decoding: whole.prefix(prefixLength), as: UTF8.self)
    }

    /// Removes the first `length` bytes of the decoded path, which are a world prefix.
    ///
    /// May be called more than once: the lengths add up. `length` must not exceed that of ``path``.
    package mutating func dropPathPrefix(_ length: Int) {
        prefixLength += length
    }

    /// Removes an address of this server at the start of ``rawPathWithoutPrefix``.
    ///
    /// Clients that put their base URL before whatever they are given as the next page send
    /// `/http://localhost:8080/books?page=2`. ``path`` stays as it is.
    package mutating func dropSite() {
        guard siteLength == 0, rawPathWithoutPrefix.starts(with: "/http".utf8) else { return }
        let start = "/\(site)".utf8
        if rawPathWithoutPrefix.starts(with: start) { siteLength = start.count }
    }

    /// Replaces each run of slashes in ``path`` by one slash, except at its end.
    ///
    /// ``rawPath`` stays as it was sent.
    package mutating func mergeSlashes() {
        let slash = UInt8(ascii: "/")
        let path = path
        guard let last = path.lastIndex(where: { $0 != slash }) else { return }
        let inner = path[...last]
        guard zip(inner, inner.dropFirst()).contains(where: { $0 == slash && $1 == slash }) else {
            return
        }
        var merged = Array((decodedPath?[...] ?? head.bytes[head.path]).prefix(prefixLength))
        for byte in inner
        where byte != slash || merged.count == prefixLength || merged.last != slash {
            merged.append(byte)
        }
        merged += path[(last + 1)...]
        mergedPath = merged
    }

    /// The decoded path segment at placeholder `name` of the matched route.
    ///
    /// Invalid UTF-8 becomes U+FFFD. Empty when the route has no such placeholder.
    ///
    /// For a placeholder in the route `/posts/{id}` the name is `id`, without braces.
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
