internal import CommunityContent
internal import MockPostlyHTTP

/// The part of a list that a request asks for.
struct Page: Equatable {
    /// From 1.
    var number: Int64
    /// From 1 to 100.
    var size: Int64

    /// The number of elements before the page, at most the largest `Int64`.
    var offset: Int64 {
        let (offset, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        return overflow ? .max : offset
    }

    /// Reads `page`, `per_page` and, with `takesBefore`, `before_id` from the query.
    ///
    /// The last of repeated parameters counts; an empty one counts as absent. Throws a ``Failure``.
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

/// A decimal number as Elixir parses it: digits with an optional sign.
struct WholeNumber {
    /// The nearest 64-bit number.
    let clamped: Int64
    /// The number; nil when it does not fit into 64 bits.
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
