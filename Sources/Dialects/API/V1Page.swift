internal import MockPostlyJavaScript

/// A page of json-server 1.0, which is answered in an envelope.
struct V1Page {
    let range: Range<Int>
    /// The members of the envelope before `data`.
    let members: [(String, JSValue)]

    /// Nil when no page is asked for.
    ///
    /// Page and size are brought into their ranges.
    init?(_ query: JSObject, count: Int) {
        let page = parseInteger(query["_page"].string ?? "")
        guard !page.isNaN else { return nil }
        let wanted = parseInteger(query["_per_page"].string ?? "")
        let size = wanted.isNaN ? 10 : Int(max(1, min(wanted, Double(max(1, count)))))
        let pages = max(1, (count + size - 1) / size)
        let number = Int(max(1, min(page, Double(pages))))
        range = min(count, (number - 1) * size)..<min(count, number * size)
        members = [
            ("first", .number(1)), ("prev", number > 1 ? .number(Double(number - 1)) : .null),
            ("next", number < pages ? .number(Double(number + 1)) : .null),
            ("last", .number(Double(pages))), ("pages", .number(Double(pages))),
            ("items", .number(Double(count))),
        ]
    }
}
