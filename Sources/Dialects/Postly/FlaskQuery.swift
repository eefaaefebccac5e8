internal import MockPostlyHTTP
internal import MockPostlyText

/// The query parameters as Werkzeug decodes them.
///
/// `+` is a space. Malformed escapes stay unchanged, and bytes that are not UTF-8 stay
/// percent-encoded. The first of repeated parameters counts.
struct FlaskQuery {
    private let query: Query

    init(_ request: Request) {
        query = Query(request.rawQuery, Self.text)
    }

    /// The value of the first parameter called `name`; empty when it has no `=`.
    subscript(_ name: String) -> String? { query[name] }

    private static func text(_ piece: UnsafeBufferPointer<UInt8>) -> String {
        guard piece.contains(where: { $0 == 0x25 || $0 == 0x2B || $0 >= 0x80 }) else {
            return String(decoding: piece, as: UTF8.self)
        }
        let bytes = formDecodedBytes(piece)
        return String(validating: bytes, as: UTF8.self) ?? keepingInvalid(bytes)
    }

    /// `bytes` as text; bytes that are not UTF-8 become `%XX`.
    private static func keepingInvalid(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            // Tries 1 to 4 bytes, the possible lengths of a character in UTF-8.
            let character = (1...4).lazy.compactMap { length -> (Int, Unicode.Scalar)? in
                guard length <= rest.count,
                    let text = String(validating: rest.prefix(length), as: UTF8.self),
                    let scalar = text.unicodeScalars.first
                else { return nil }
                return (length, scalar)
            }.first
            if let (length, scalar) = character {
                text.append(scalar)
                rest = rest.dropFirst(length)
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text.append(contentsOf: "%\(digits)".unicodeScalars)
                rest = rest.dropFirst()
            }
        }
        return String(text)
    }
}
