internal import MockPostlyHTTP
internal import MockPostlyText

/// The requested page number and the number of photos on a page.
struct PageWindow: Equatable {
    private static let usualSize = 15
    private static let largestSize = 80

    /// Counts from 1.
    let page: Int
    let size: Int

    init(_ query: Query) {
        page = Self.number(query["page"]) ?? 1
        size = min(Self.number(query["per_page"]) ?? Self.usualSize, Self.largestSize)
    }

    /// A whole number of at least 1, digits only; nil for anything else.
    private static func number(_ text: String?) -> Int? {
        guard let text, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(text),
            number > 0
        else { return nil }
        return number
    }

    private func pageCount(_ total: Int) -> Int { (total + size - 1) / size }

    /// The indexes of the page in a list of `total` photos; empty after the last page.
    func range(of total: Int) -> Range<Int> {
        guard page <= pageCount(total) else { return total..<total }
        let start = (page - 1) * size
        return start..<min(start + size, total)
    }

    /// The number of the previous page; nil when there is none.
    func previous(of total: Int) -> Int? {
        page > 1 && page - 1 <= pageCount(total) ? page - 1 : nil
    }

    /// The number of the next page; nil when there is none.
    func next(of total: Int) -> Int? {
        page < pageCount(total) ? page + 1 : nil
    }

    /// The query of a link to `page` of the same list, sorted by parameter name.
    func query(_ page: Int, _ query: Query) -> String {
        var pairs = ["page": "\(page)", "per_page": "\(size)"]
        for (name, value) in query.pairs where pairs[name] == nil { pairs[name] = value }
        return pairs.sorted { $0.key < $1.key }
            .map { "\(formEncoded($0.key))=\(formEncoded($0.value))" }
            .joined(separator: "&")
    }
}

/// `text` as a name or value of a query string (WHATWG URL, "application/x-www-form-urlencoded
/// percent-encode set").
private func formEncoded(_ text: String) -> String {
    percentEncoded(
        text.utf8,
        keeping: { $0.isLetter || $0.isDigit || "*-._".utf8.contains($0) },
        spaceAsPlus: true
    )
}
