internal import MockPostlyHTTP
internal import MockPostlyText

/// The values in one path segment: `per_page=10&page_number=1`.
///
/// The order of the pairs does not matter, and unknown pairs are ignored.
struct PathValues {
    private var pairs: [(name: String, value: String)] = []

    /// Percent-decodes `segment`, then splits it at `&` and at the first `=` of each pair.
    ///
    /// A malformed escape is kept as it is; invalid UTF-8 becomes U+FFFD.
    init(_ segment: ArraySlice<UInt8>) {
        for pair in percentDecoded(segment).split(separator: UInt8(ascii: "&")) {
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            pairs.append((Self.text(name), Self.text(pair[name.endIndex...].dropFirst())))
        }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// The first value called `name`; nil when there is none.
    subscript(_ name: String) -> String? {
        pairs.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The value called `name` as a number; nil when there is none.
    func number(_ name: String) -> Int64? { self[name].map { leadingNumber($0) } }

    /// Whether the value called `name` is `1` or `true`; any other value is false.
    ///
    /// The client may send `(null)`, `0`, `1`, `false` and `true`.
    func isSet(_ name: String) -> Bool {
        guard let value = self[name] else { return false }
        return value == "1" || value.lowercased() == "true"
    }
}

/// The number at the start of `text`, as MySQL casts a text: 123 for `123)`, 0 without a digit.
///
/// White space before it and a sign are taken; a number beyond 64 bits is the nearest one inside.
func leadingNumber(_ text: some StringProtocol) -> Int64 {
    var rest = text.utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    var number: Int64 = 0
    for byte in rest {
        guard (0x30...0x39).contains(byte) else { break }
        let digit = Int64(byte - 0x30)
        let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
        // Negative numbers are summed below zero, where the range is larger by one.
        let (sum, overflows) =
            isNegative
            ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
        if isTooLarge || overflows { return isNegative ? .min : .max }
        number = sum
    }
    return number
}
