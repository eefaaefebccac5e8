/// One value of a document.
///
/// Accessors that do not fit the value's kind return nil or an empty list.
///
/// A value holds its document: its bytes and its tape live as long as the value. Copies cost one
/// reference count. May be used on any thread.
package struct JSONValue: Sendable {
    /// The kinds of JSON values.
    package enum Kind: Sendable {
        case null, bool, number, string, array, object
    }

    let storage: JSONStorage
    let index: Int

    var token: JSONToken { storage.tokens[index] }

    /// Never fails, because the document was checked.
    package var kind: Kind {
        switch token.kind {
        case .null: .null
        case .yes, .no: .bool
        case .integer, .real: .number
        case .plainString, .escapedString: .string
        case .array, .outlinedArray: .array
        case .object: .object
        }
    }

    /// False for a member that is missing: that has no value at all.
    package var isNull: Bool { token.kind == .null }

    /// The value of `true` or `false`; nil for other kinds.
    package var bool: Bool? {
        switch token.kind {
        case .yes: true
        case .no: false
        default: nil
        }
    }

    /// The text of a string with its escapes resolved; nil for other kinds.
    ///
    /// Made anew on each call. Strings are compared as Swift compares them; use their `utf8` where
    /// bytes count.
    package var string: String? {
        switch token.kind {
        case .plainString, .escapedString: text(of: token)
        default: nil
        }
    }

    /// Whether this is a number without fraction and exponent, of any size.
    package var isIntegerLiteral: Bool { token.kind == .integer }

    /// The number if it is written without fraction and exponent and fits in 64 bits; else nil.
    ///
    /// `1.0` and `1e3` are nil: they are written as reals.
    package var int: Int64? {
        let token = token
        guard token.kind == .integer else { return nil }
        var value: Int64 = 0
        var digits = storage.bytes[Int(token.start)..<Int(token.end)]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        for byte in digits {
            let digit = Int64(byte &- UInt8(ascii: "0"))
            let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
            // Negative numbers are summed below zero, where the range is larger by one.
            let (sum, overflow) =
                isNegative
                ? product.subtractingReportingOverflow(digit)
                : product.addingReportingOverflow(digit)
            if tooLarge || overflow { return nil }
            value = sum
        }
        return value
    }

    /// The double nearest to the number; nil beyond the range of doubles and for other kinds.
    ///
    /// `1e400` is nil; `1e-400` is 0.
    package var double: Double? {
        let token = token
        guard token.kind == .integer || token.kind == .real else { return nil }
        let text = String(decoding: rawText, as: UTF8.self)
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    /// The bytes of this value as written.
    ///
    /// With the quotes and escapes of a string, and with the white space within containers.
    package var rawText: ArraySlice<UInt8> {
        storage.bytes[Int(token.start)..<Int(token.end)]
    }

    /// The offsets of this value's bytes in the document.
    package var range: Range<Int> {
        let token = token
        return Int(token.start)..<Int(token.end)
    }

    /// Offset of this value's first byte in the document.
    package var offset: Int { Int(token.start) }

    /// Line and column of this value's first byte, counted from 1.
    package var position: (line: Int, column: Int) {
        lineAndColumn(of: offset, in: storage.bytes)
    }
}
