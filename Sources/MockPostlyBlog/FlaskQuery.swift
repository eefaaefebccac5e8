internal import MockPostlyHTTP

/// The query parameters as Werkzeug decodes them.
///
/// `+` is a blank, malformed escapes stay as they are, and bytes that are no UTF-8 are shown
/// percent-encoded. The first of a name counts.
struct FlaskQuery {
    private let query: ArraySlice<UInt8>

    init(_ request: Request) {
        query = request.rawQuery
    }

    /// The value of the first parameter called `name`, which is ASCII; empty where there is no `=`.
    subscript(_ name: StaticString) -> String? {
        var rest = query
        while !rest.isEmpty {
            let piece = rest.prefix { $0 != UInt8(ascii: "&") }
            rest = rest[piece.endIndex...].dropFirst()
            let spelled = piece.prefix { $0 != UInt8(ascii: "=") }
            guard !piece.isEmpty, Self.spells(spelled, name) else { continue }
            return Self.text(piece[spelled.endIndex...].dropFirst())
        }
        return nil
    }

    private static func spells(_ bytes: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        if bytes.elementsEqual(name) { return true }
        // Only an escape can spell it otherwise.
        return bytes.contains(UInt8(ascii: "%")) && text(bytes).utf8.elementsEqual(name)
    }

    private static func text(_ piece: ArraySlice<UInt8>) -> String {
        guard piece.contains(where: { $0 == 0x25 || $0 == 0x2B || $0 >= 0x80 }) else {
            return String(decoding: piece, as: UTF8.self)
        }
        let bytes = formDecodedBytes(piece)
        return String(validating: bytes, as: UTF8.self) ?? keepingInvalid(bytes)
    }

    /// `bytes` as text, with those that are no UTF-8 as `%XX`.
    private static func keepingInvalid(_ bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let byte = rest.first {
            // The longest start that is one character; a character has four bytes at most.
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
