/// The parameters of a query string or of a form body, in order.
package struct Query: Sendable {
    package var pairs: [(name: String, value: String)]

    /// Splits at `&`, then at the first `=`.
    ///
    /// An empty piece is skipped; a piece without `=` has an empty value.
    package init(_ bytes: some Collection<UInt8>) {
        pairs = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[piece.endIndex...].dropFirst()
            if piece.isEmpty { continue }
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            let value = piece[name.endIndex...].dropFirst()
            pairs.append((formDecoded(name), formDecoded(value)))
        }
    }

    /// The value of the first parameter called `name`; names are case-sensitive.
    package subscript(_ name: String) -> String? {
        pairs.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}

extension Request {
    /// The query parameters, decoded.
    package var query: Query { Query(rawQuery) }
}
