extension JSValue {
    /// The result of `String(value)`: elements joined by commas, `[object Object]` for an object.
    ///
    /// `null` and undefined are `null` and `undefined` alone, but empty as elements of an array.
    package var text: String {
        if case .string(let value) = self { return value }
        var text = ""
        append(to: &text)
        return text
    }

    private func append(to text: inout String) {
        switch self {
        case .undefined: text += "undefined"
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += javaScriptText(of: value)
        case .long(let value): text += value.text
        case .string(let value): text += value
        case .array(let elements):
            for (place, element) in elements.enumerated() {
                if place > 0 { text += "," }
                if !element.isNullish { element.append(to: &text) }
            }
        case .object: text += "[object Object]"
        }
    }
}

/// The result of `a === b` for values that are not the same object.
///
/// Arrays and objects are never equal then; NaN is not equal to itself.
package func isStrictlyEqual(_ a: JSValue, _ b: JSValue) -> Bool {
    switch (a, b) {
    case (.array, _), (.object, _): false
    case (.number(let a), .number(let b)): a == b
    default: a == b
    }
}

/// The result of `a > b`.
package func isGreater(_ a: JSValue, _ b: JSValue) -> Bool { isLess(b, a) }

/// The result of `a < b`: two texts are compared by UTF-16 units, everything else as numbers.
///
/// Arrays and objects are converted to text (ECMA-262, IsLessThan).
///
/// NaN is less than nothing, and nothing is less than NaN. Numbers beyond 2^53 are compared by
/// all their digits.
package func isLess(_ a: JSValue, _ b: JSValue) -> Bool {
    if let a = a.primitiveText, let b = b.primitiveText { return precedes(a, b) }
    let (one, other) = (a.number, b.number)
    return one < other || one == other && a.hasLessDigits(than: b)
}

extension JSValue {
    /// The text that is compared for this value; nil when it is compared as a number.
    fileprivate var primitiveText: String? {
        switch self {
        case .string, .array, .object: text
        case .undefined, .null, .bool, .number, .long: nil
        }
    }
}

/// Whether `a` comes before `b` in the order of UTF-16 units.
private func precedes(_ a: String, _ b: String) -> Bool {
    var (a, b) = (a, b)
    return a.withUTF8 { a in
        b.withUTF8 { b in
            for (a, b) in zip(a, b) where a != b { return rank(a) < rank(b) }
            return a.count < b.count
        }
    }
}

/// Maps UTF-8 lead bytes so that U+E000 to U+FFFF sort after characters with surrogate pairs.
private func rank(_ byte: UInt8) -> UInt8 {
    switch byte {
    case 0xEE, 0xEF: byte + 0x10
    default: byte
    }
}
