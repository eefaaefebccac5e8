/// A request method (RFC 9110 §9).
///
/// Method names are case-sensitive.
package enum Method: Sendable, Hashable {
    case get, head, post, put, delete, patch, options, trace, connect
    /// Any other token, as sent.
    case other(String)

    /// Reads a method name; `name` must be a token, which the parser has checked.
    ///
    /// Costs no allocation for the registered methods above.
    package init(_ name: UnsafeBufferPointer<UInt8>) {
        switch name.count {
        case 3 where equal(name, "GET"): self = .get
        case 3 where equal(name, "PUT"): self = .put
        case 4 where equal(name, "HEAD"): self = .head
        case 4 where equal(name, "POST"): self = .post
        case 5 where equal(name, "PATCH"): self = .patch
        case 5 where equal(name, "TRACE"): self = .trace
        case 6 where equal(name, "DELETE"): self = .delete
        case 7 where equal(name, "OPTIONS"): self = .options
        case 7 where equal(name, "CONNECT"): self = .connect
        default: self = .other(String(decoding: name, as: UTF8.self))
        }
    }

    /// Reads a method name; any other text becomes ``other(_:)``.
    ///
    /// `get` in lower case is another method than GET, and becomes ``other(_:)``.
    package init(_ name: String) {
        var name = name
        self = name.withUTF8 { Method($0) }
    }

    /// The name as in a request line.
    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .patch: "PATCH"
        case .options: "OPTIONS"
        case .trace: "TRACE"
        case .connect: "CONNECT"
        case .other(let name): name
        }
    }
}
