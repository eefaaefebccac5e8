internal import MockPostlyJavaScript

/// Checks the common options, which the original does for every route, used or not.
struct QueryChecks {
    /// How long the response is delayed, in milliseconds; 0 for not at all.
    let delay: Int

    /// Checks the options in the order of the original.
    init(_ options: CommonOptions, isLegacy: Bool) throws(Failure) {
        if let limit = options.limit, limit.number.isNaN {
            throw Failure(400, isLegacy ? "Invalid limit" : "Invalid 'limit' - must be a number")
        }
        if let skip = options.skip, skip.number.isNaN {
            throw Failure(
                400,
                isLegacy ? "Invalid skip limit" : "Invalid 'skip' - must be a number"
            )
        }
        guard !isLegacy else {
            delay = 0
            return
        }
        _ = try options.sentText()
        delay = try options.delay.map(Self.delay) ?? 0
        if let order = options.order, order.isTrue, options.isSorted {
            guard let order = order.string else {
                throw Failure(500, "order.toLowerCase is not a function")
            }
            guard ["asc", "desc"].contains(order.lowercased()) else {
                throw Failure(400, "Order can be: 'asc' or 'desc'")
            }
        }
    }

    private static func delay(_ value: JSValue) throws(Failure) -> Int {
        guard value.isTrue else { return 0 }
        let number = value.number
        guard !number.isNaN else {
            throw Failure(400, "Delay must be a number in milliseconds")
        }
        guard number <= 5000 else {
            throw Failure(400, "Delay cannot be greater than 5 seconds")
        }
        guard number >= 0 else { throw Failure(400, "Delay cannot be less than 0") }
        let milliseconds = parseInteger(value.text)
        return milliseconds > 0 ? Int(min(milliseconds, 5000)) : 0
    }
}

/// `text` without JavaScript's white space at both ends.
func trimmed(_ text: String) -> String {
    // The usual text has none, which its bytes tell sooner than the properties of its characters.
    let letters = UInt8(ascii: "!")...UInt8(ascii: "~")
    if let first = text.utf8.first, let last = text.utf8.last, letters.contains(first),
        letters.contains(last)
    {
        return text
    }
    var scalars = text.unicodeScalars[...]
    while let first = scalars.first, isSpace(first) { scalars.removeFirst() }
    while let last = scalars.last, isSpace(last) { scalars.removeLast() }
    return String(scalars)
}

/// White space and line terminators of ECMA-262.
func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && scalar != "\u{85}" || scalar == "\u{FEFF}"
}

extension String {
    /// This text with a space in place of each dash.
    func replacingDashes() -> String {
        guard utf8.contains(UInt8(ascii: "-")) else { return self }
        return String(
            decoding: utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: " ") : $0 },
            as: UTF8.self
        )
    }
}
