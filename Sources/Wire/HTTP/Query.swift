internal import MockPostlyText

/// The parameters of a query string or of a form body, in order.
///
/// ```swift
/// let query = Query("tag=a&tag=b&q=x+y".utf8)
/// query["tag"]   // "a", the first
/// query["q"]     // "x y"
/// ```
package struct Query: Sendable {
    /// The decoded names and values in order; a name may occur several times.
    package var pairs: [(name: String, value: String)]

    /// Splits at `&`, then at the first `=`.
    ///
    /// Empty parts are skipped; a part without `=` has an empty value. Names and values are decoded
    /// by `decoded`, because frameworks treat invalid UTF-8 differently.
    ///
    /// - Parameters:
    ///   - bytes: the text without `?`, as ``Request/rawQuery``.
    ///   - decoded: makes the text of one name or value; by default ``formDecoded(_:)``.
    package init(
        _ bytes: some Collection<UInt8>,
        _ decoded: (UnsafeBufferPointer<UInt8>) -> String = { formDecoded($0) }
    ) {
        pairs =
            bytes.withContiguousStorageIfAvailable { Self.split($0, decoded) }
            ?? Array(bytes).withUnsafeBufferPointer { Self.split($0, decoded) }
    }

    private static func split(
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ decoded: (UnsafeBufferPointer<UInt8>) -> String
    ) -> [(name: String, value: String)] {
        var pairs: [(name: String, value: String)] = []
        var start = 0
        while start < bytes.count {
            let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: start) ?? bytes.count
            if end > start {
                let piece = bytes.part(start..<end)
                let equals = piece.firstIndex(of: UInt8(ascii: "="), from: 0) ?? piece.count
                let value = piece.part(min(equals + 1, piece.count)...)
                pairs.append((decoded(piece.part(..<equals)), decoded(value)))
            }
            start = end + 1
        }
        return pairs
    }

    /// The value of the first parameter named `name`; names are case-sensitive.
    ///
    /// Costs O(n) in the number of parameters.
    package subscript(_ name: String) -> String? {
        pairs.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }
}
