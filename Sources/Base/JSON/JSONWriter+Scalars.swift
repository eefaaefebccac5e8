extension JSONWriter {
    /// Writes `null`.
    @inlinable
    package mutating func null() {
        literal("null")
    }

    /// Writes `true` or `false`.
    @inlinable
    package mutating func bool(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    /// Writes a number in decimal digits.
    @inlinable
    package mutating func int(_ value: Int) {
        int(Int64(value))
    }

    /// Writes a number in decimal digits.
    package mutating func int(_ value: Int64) {
        beginValue(20)
        var rest = value.magnitude
        if value < 0 { put(UInt8(ascii: "-")) }
        var length = 1
        var power: UInt64 = 10
        while length < 19, rest >= power {
            length += 1
            power &*= 10
        }
        var place = count + length
        count = place
        repeat {
            place -= 1
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            base[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest > 0
    }

    /// Writes the shortest digits that read back as `value`, in the layout of `JSON.stringify`.
    ///
    /// Whole numbers have no point, an exponent appears below 1e-6 and from 1e21 on, negative zero
    /// is `0`, and infinities and NaN are `null` (ECMA-262, Number::toString).
    ///
    /// `0.1` is `0.1`, `1e21` is `1e+21`, `100.0` is `100`.
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        // Most numbers are whole, and up to 2^53 their layout is that of an integer.
        if value == value.rounded(), value.magnitude < 0x1p53 { return int(Int64(value)) }
        var text = ""
        if value < 0 { text += "-" }
        text += layOut(ShortestDigits(value.magnitude))
        raw(text.utf8)
    }

    @inlinable
    @inline(__always)
    mutating func literal(_ text: StaticString) {
        beginValue(text.utf8CodeUnitCount)
        put(text.utf8Start, text.utf8CodeUnitCount)
    }
}

// MARK: Members

extension JSONWriter {
    /// Writes a member with a string; `name` must be ASCII without characters to escape.
    @inlinable
    package mutating func field(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    /// Writes a member with a string, or with `null` for nil.
    @inlinable
    package mutating func field(_ name: StaticString, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    /// Writes a member with a number.
    @inlinable
    package mutating func field(_ name: StaticString, _ value: Int) {
        key(name)
        int(value)
    }

    /// Writes a member with a number.
    @inlinable
    package mutating func field(_ name: StaticString, _ value: Int64) {
        key(name)
        int(value)
    }

    /// Writes a member with `true` or `false`.
    @inlinable
    package mutating func field(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Writes a member with a number as ``double(_:)`` writes it.
    @inlinable
    package mutating func field(_ name: StaticString, _ value: Double) {
        key(name)
        double(value)
    }
}

// MARK: Doubles

/// A positive number as `0.digits × 10^exponent`, with the fewest digits that identify it.
private struct ShortestDigits {
    var digits: String
    var exponent: Int

    init(_ value: Double) {
        // The standard library gives the shortest digits; only their layout differs.
        let parts = value.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        let all = String(mantissa[0] + fraction)
        let significant = all.drop { $0 == "0" }
        let written = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        exponent = written + mantissa[0].count - (all.count - significant.count)
        var kept = significant
        while kept.count > 1, kept.last == "0" { kept.removeLast() }
        digits = String(kept)
    }
}

private func layOut(_ number: ShortestDigits) -> String {
    let (digits, exponent) = (number.digits, number.exponent)
    if exponent > 21 || exponent <= -6 {
        let power = exponent - 1
        let fraction = digits.dropFirst()
        let point = fraction.isEmpty ? "" : "."
        return "\(digits.prefix(1))\(point)\(fraction)e\(power < 0 ? "" : "+")\(power)"
    }
    if exponent <= 0 {
        return "0." + String(repeating: "0", count: -exponent) + digits
    }
    if digits.count <= exponent {
        return digits + String(repeating: "0", count: exponent - digits.count)
    }
    return "\(digits.prefix(exponent)).\(digits.dropFirst(exponent))"
}
