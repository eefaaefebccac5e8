/// A whole request: head and body.
package struct Request: Sendable {
    package var head: RequestHead
    /// The body after transfer decoding; empty when there is none.
    package var body: [UInt8]
    /// How many bytes of the decoded path a world prefix takes.
    private var prefixLength = 0
    /// Where the route's placeholders stand in ``path``; set by the router's caller.
    package var parameters = PathParameters()

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

    /// The authority the client speaks to: of an absolute target, else of Host, else nil.
    package var host: String? {
        if let authority = head.authority {
            return String(decoding: head.bytes[authority], as: UTF8.self)
        }
        return first(head.host)
    }

    /// The Origin fields joined with a comma; nil when absent.
    package var origin: String? { joined(head.origin, "origin") }

    /// Whether there is an Origin field, without making a `String` of it.
    package var hasOrigin: Bool { head.origin.isPresent }

    /// The Authorization fields joined with a comma; nil when absent.
    package var authorization: String? { joined(head.authorization, "authorization") }

    /// The Content-Type field as sent; nil when absent.
    package var contentType: String? { first(head.contentType) }

    /// The values of the fields called `name`, given in lower case, joined with `,`; nil when
    /// there is none.
    package func header(_ name: StaticString) -> String? {
        head.bytes.withUnsafeBufferPointer { bytes in
            var joined: String?
            for field in head.fields {
                let spelled = UnsafeBufferPointer(rebasing: bytes[field.nameRange])
                guard equalIgnoringCase(spelled, name) else { continue }
                let value = String(decoding: bytes[field.valueRange], as: UTF8.self)
                joined = joined.map { $0 + "," + value } ?? value
            }
            return joined
        }
    }

    private func joined(
        _ occurrence: RequestHead.Occurrence,
        _ name: StaticString
    ) -> String? {
        occurrence.first == occurrence.last ? first(occurrence) : header(name)
    }

    private func first(_ occurrence: RequestHead.Occurrence) -> String? {
        guard occurrence.isPresent else { return nil }
        let range = head.fields[Int(occurrence.first)].valueRange
        return String(decoding: head.bytes[range], as: UTF8.self)
    }
}

/// Where the placeholders of a matched route stand in the path; at most ``most``.
package struct PathParameters: Sendable {
    package static let most = 3

    /// What the route calls its placeholders, in order.
    var names: [String] = []
    private var first: Range<Int32> = 0..<0
    private var second: Range<Int32> = 0..<0
    private var third: Range<Int32> = 0..<0

    package init() {}

    /// Whether the route has no placeholders.
    package var isEmpty: Bool { names.isEmpty }

    /// The range of placeholder number `index`, counted from the start of the path.
    subscript(_ index: Int) -> Range<Int32> {
        get { index == 0 ? first : index == 1 ? second : third }
        set {
            switch index {
            case 0: first = newValue
            case 1: second = newValue
            default: third = newValue
            }
        }
    }

    func range(of name: StaticString) -> Range<Int>? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(name) }) else {
            return nil
        }
        let range = self[index]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }
}
