internal import MockPostlyHTTP
internal import MockPostlyJavaScript

/// Which part of a list is answered: a page, or a slice; and what the answer says of the rest.
///
/// `_page` wins over `_end`, and that over `_limit`.
struct Slicing {
    private enum Part {
        case whole
        case page(Double, size: Double)
        case slice(from: Double, to: Double)
    }

    private let part: Part

    init(_ query: JSObject) {
        let number = { (name: String) -> Double? in
            query[name].isTrue ? parseInteger(query[name].text) : nil
        }
        let limit = number("_limit")
        if let page = number("_page") {
            let size = limit.map { $0.isNaN || $0 == 0 ? 10 : $0 } ?? 10
            part = .page(page >= 1 ? page : 1, size: size)
        } else if let end = number("_end") {
            part = .slice(from: number("_start") ?? 0, to: end)
        } else if let limit {
            let start = number("_start") ?? 0
            let from = start.isNaN ? 0 : start
            part = .slice(from: from, to: from + limit)
        } else {
            part = .whole
        }
    }

    /// Whether the answer says how many rows there are.
    var isCounted: Bool { if case .whole = part { false } else { true } }

    /// The places that are shown of `count` rows.
    func range(of count: Int) -> Range<Int> {
        switch part {
        case .whole: 0..<count
        case .page(let page, let size): Self.range(of: count, (page - 1) * size, page * size)
        case .slice(let start, let end): Self.range(of: count, start, end)
        }
    }

    /// As JavaScript's `slice`: negative numbers count from the end, what is no number is 0.
    private static func range(of count: Int, _ start: Double, _ end: Double) -> Range<Int> {
        let place = { (number: Double) -> Int in
            guard !number.isNaN else { return 0 }
            let whole = number.rounded(.towardZero)
            let fromStart = whole < 0 ? Double(count) + whole : whole
            return Int(max(0, min(Double(count), fromStart)))
        }
        let (first, last) = (place(start), place(end))
        return first < last ? first..<last : first..<first
    }

    /// The fields of the answer for a list of `count` rows.
    func fields(_ count: Int, _ call: Call) -> [Response.Field] {
        guard isCounted else { return [] }
        let total = Response.Field("X-Total-Count", "\(count)")
        guard case .page(let page, let size) = part else {
            return [total, .init("Access-Control-Expose-Headers", "X-Total-Count")]
        }
        let links = links(count, page, size, call).map { name, page in
            let url = call.api.isOriginal ? oldURL(call, page) : url(call, page)
            return "<\(url)>; rel=\"\(name)\""
        }
        return [
            total, .init("Access-Control-Expose-Headers", "X-Total-Count, Link"),
            .init("Link", links.joined(separator: ", ")),
        ]
    }

    private func links(
        _ count: Int,
        _ page: Double,
        _ size: Double,
        _ call: Call
    ) -> [(String, Double)] {
        let shown = range(of: count)
        let last = (Double(count) / size).rounded(.up)
        guard !shown.isEmpty else {
            guard !call.api.isOriginal, count > 0, page > 1 else { return [] }
            return [("first", 1), ("prev", last), ("last", last)]
        }
        guard shown.count != count else { return [] }
        var links: [(String, Double)] = [("first", 1)]
        if page > 1 { links.append(("prev", page - 1)) }
        if page * size < Double(count) { links.append(("next", page + 1)) }
        links.append(("last", last))
        return links
    }

    /// The URL of the request with another number as the value of `_page`.
    private func url(_ call: Call, _ page: Double) -> String {
        let parts = call.request.rawQuery.split(
            separator: UInt8(ascii: "&"),
            omittingEmptySubsequences: false
        )
        var isReplaced = false
        let query = parts.map { part -> String in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            guard !isReplaced, decodeURIComponent(name) == "_page" else {
                return String(decoding: part, as: UTF8.self)
            }
            isReplaced = true
            return String(decoding: name, as: UTF8.self) + "=" + javaScriptText(of: page)
        }
        let path = String(decoding: call.request.rawPathWithoutPrefix, as: UTF8.self)
        return call.request.site + path + "?" + query.joined(separator: "&")
    }

    /// As the original makes it: it replaces the first text that looks like the number of the page.
    private func oldURL(_ call: Call, _ other: Double) -> String {
        guard case .page(let page, _) = part else { return call.fullURL }
        let wanted = Array("page=\(javaScriptText(of: page))".utf8)
        let url = Array(call.fullURL.utf8)
        guard let start = url.indices.first(where: { url[$0...].starts(with: wanted) }) else {
            return call.fullURL
        }
        let changed = Array("page=\(javaScriptText(of: other))".utf8)
        let bytes = url[..<start] + changed + url[(start + wanted.count)...]
        return String(decoding: bytes, as: UTF8.self)
    }
}
