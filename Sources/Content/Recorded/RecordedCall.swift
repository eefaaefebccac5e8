package import MockPostlyArchives
internal import MockPostlyHTTP
package import MockPostlyJSON
internal import MockPostlyText

/// An exchange of a recording as what reads it looks at it.
package struct RecordedCall: Sendable {
    package let exchange: ArchivedExchange
    /// The segments of the path, decoded.
    package let segments: [String]
    /// The names of the parameters of the query, each once.
    package let queries: [String]
    /// The answer, if it is JSON.
    package let answer: JSONValue?
    /// What was sent, if it is JSON.
    package let sent: JSONValue?

    package init(_ exchange: ArchivedExchange) {
        self.exchange = exchange
        segments = exchange.address.path.split(separator: "/").map {
            String(decoding: percentDecoded($0.utf8), as: UTF8.self)
        }
        var names: [String] = []
        for (name, _) in Query(exchange.address.query.utf8).pairs where !names.contains(name) {
            names.append(name)
        }
        queries = names
        answer = Self.json(exchange.body)
        sent = Self.json(exchange.requestBody)
    }

    private static func json(_ bytes: [UInt8]) -> JSONValue? {
        let first = bytes.first { $0 > 0x20 }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return nil }
        return try? JSON(parsing: bytes, skippingByteOrderMark: true).root
    }
}
