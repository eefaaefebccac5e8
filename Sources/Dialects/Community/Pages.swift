internal import MockPostlyHTTP
internal import MockPostlyNouns

/// Which part of a list is asked for.
struct Page: Equatable {
    /// From 1.
    var number: Int64
    /// From 1 to 100.
    var size: Int64

    /// How many come before the page; the largest number where that is beyond it.
    var offset: Int64 {
        let (offset, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        return overflow ? .max : offset
    }

    /// Reads `page`, `per_page` and, if it `takesBefore`, `before_id` of the query; of repeated
    /// ones the last counts, and empty ones are absent.
    ///
    /// Throws a ``Failure``.
    static func reading(
        _ request: Request,
        takesBefore: Bool = true
    ) throws -> (page: Page, before: FeedPost.ID?) {
        let query = Query(request.rawQuery)
        var faults: [Failure.Field] = []
        func number(_ name: String) -> Int64? {
            let value = query.pairs.last { $0.name.utf8.elementsEqual(name.utf8) }?.value ?? ""
            guard !value.isEmpty else { return nil }
            guard let number = WholeNumber(value) else {
                faults.append(.init(name, "is invalid"))
                return nil
            }
            if number.clamped < 1 { faults.append(.init(name, "must be greater than 0")) }
            return number.clamped
        }
        let before = takesBefore ? number("before_id") : nil
        let page = number("page") ?? 1
        let size = min(number("per_page") ?? 20, 100)
        guard faults.isEmpty else { throw Failure(faults) }
        return (Page(number: page, size: size), before)
    }
}

/// A decimal number, as Elixir reads one: digits, and perhaps a sign.
struct WholeNumber {
    /// The nearest number of 64 bits.
    let clamped: Int64
    /// Nil for a number beyond 64 bits.
    let exact: Int64?

    init?(_ text: String) {
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        guard !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        exact = Int64(text)
        clamped = exact ?? (isNegative ? .min : .max)
    }
}
