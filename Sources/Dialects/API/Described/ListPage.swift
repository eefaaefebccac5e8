internal import MockPostlyHTTP
internal import MockPostlyJavaScript
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlySchemas

/// The part of a list that a query asks for.
struct ListPage {
    /// The rows of the page.
    let rows: [CollectionRow]
    /// How many rows all pages have.
    let total: Int
    /// Where the page begins.
    let start: Int
    /// The most rows of a page; nil when all are on one.
    let size: Int?
    /// The number of this page, which may be one past the last.
    let number: Int
    private let call: DescribedCall

    init(_ call: DescribedCall, _ all: [CollectionRow]) {
        self.call = call
        let pages = call.pages
        func text(_ kind: PageParameters.Kind) -> String? {
            call.query.pairs.last { pages.meaning(of: $0.name) == kind && !$0.value.isEmpty }?
                .value
        }
        var size = text(.size).flatMap { Self.whole($0) }.map { max($0, 0) } ?? pages.usualSize
        if let most = pages.largestSize, let wanted = size { size = min(wanted, most) }
        if size == 0 { size = pages.usualSize }
        let isNumbered = Self.isNumbered(call)
        var start = 0
        var asked: Int?
        if let page = text(.page).flatMap({ Self.whole($0) }),
            pages.name(of: .page) != nil || page > 0
        {
            let number = max(page, pages.firstPage)
            asked = number
            let before = number - pages.firstPage
            // Without a size, all rows are on the first page.
            let (rows, isTooFar) = before.multipliedReportingOverflow(by: size ?? all.count)
            start = isTooFar ? all.count : rows
        }
        if let text = text(.offset) {
            let isOwn = text.hasPrefix(Self.mark)
            if let number = isOwn ? Int(text.dropFirst(Self.mark.count)) : Self.whole(text) {
                start = max(0, number.subtractingReportingOverflow(pages.firstOffset).partialValue)
            }
        }
        if let token = text(.after) {
            let own = Int(isNumbered ? token[...] : token.dropFirst(Self.mark.count))
            if let own, isNumbered || token.hasPrefix(Self.mark) {
                start = own
            } else {
                start = Self.place(of: token, all).map { $0 + 1 } ?? Int(token) ?? start
            }
        }
        var end = all.count
        if let token = text(.before), let place = Self.place(of: token, all) {
            end = place
            if let size { start = max(0, place - size) }
        }
        start = min(max(start, 0), all.count)
        if let size { end = min(end, start + min(size, all.count)) }
        rows = Array(all[start..<max(start, end)])
        (total, self.start, self.size) = (all.count, start, size)
        let full = size.map { $0 > 0 ? start / $0 : 0 } ?? 0
        number = asked ?? full + pages.firstPage
    }

    /// A whole number, however it is spelled, as the check of parameters takes it; one beyond 64 bits is
    /// the last or the first of them.
    private static func whole(_ text: String) -> Int? {
        if let number = Int(text) { return number }
        let number = JSValue(spelling: text).number
        guard number.isFinite, number == number.rounded() else { return nil }
        return Int(exactly: number) ?? (number < 0 ? .min : .max)
    }

    /// How the server's own tokens begin, so that they are not taken for ids of rows.
    private static let mark = "o"

    /// Whether tokens are numbers, by the description.
    private static func isNumbered(_ call: DescribedCall) -> Bool {
        guard let name = call.pages.name(of: .after) else { return false }
        return call.operation.parameters.first { $0.name == name }?.schema?.isNumber ?? false
    }

    /// The place of the row with this id.
    private static func place(of id: String, _ rows: [CollectionRow]) -> Int? {
        rows.firstIndex { row in
            let text = row.id.text
            return text == id || text.hasSuffix("/" + id)
        }
    }

    /// How many pages there are, at least 1.
    var count: Int {
        guard let size, size > 0 else { return 1 }
        return max(1, total / size + (total % size == 0 ? 0 : 1))
    }

    /// Where the next page begins; nil at the end.
    var next: Int? {
        let end = start + rows.count
        return end < total && !rows.isEmpty ? end : nil
    }

    /// Where the page before begins; nil at the beginning.
    var previous: Int? { start > 0 ? min(max(0, start - (size ?? start)), last) : nil }

    var last: Int { (count - 1) * (size ?? 0) }

    // MARK: Addresses

    /// The path and query of the page that begins at `start`.
    func path(to start: Int) -> String {
        let pages = call.pages
        var pairs = call.query.pairs
        let wanted = place(of: start)
        // One place alone: another one of the request would lead back to its page.
        pairs.set(
            wanted.name,
            wanted.value,
            replacing: { name in
                pages.meaning(of: name).map { Self.places.contains($0) } ?? false
            }
        )
        if let size, let name = pages.name(of: .size) {
            pairs.set(name, "\(size)", replacing: { pages.meaning(of: $0) == .size })
        }
        let query = pairs.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
        let path = String(decoding: call.request.rawPathWithoutPrefix, as: UTF8.self)
        return call.request.pathPrefix + path + (query.isEmpty ? "" : "?" + query)
    }

    private static let places: [PageParameters.Kind] = [.before, .after, .offset, .page]

    /// The parameter that leads to the page that begins at `start`: of the declared ones that of the
    /// request, else the first; where none is declared one that every list knows.
    private func place(of start: Int) -> (name: String, value: String) {
        let pages = call.pages
        let sent = call.query.pairs.map(\.name)
        var kinds: [PageParameters.Kind] = [.page, .offset, .after]
        if size ?? 0 < 1 { kinds.removeFirst() }
        let declared = kinds.filter { pages.name(of: $0) != nil }
        let own = declared.last { kind in pages.name(of: kind).map { sent.contains($0) } ?? false }
        switch own ?? declared.first {
        case .after?: return (pages.name(of: .after) ?? "cursor", token(to: start))
        case .page?: return (pages.name(of: .page) ?? "page", "\(page(at: start))")
        default: return (pages.name(of: .offset) ?? "offset", offset(of: start))
        }
    }

    /// The number of the page that begins at `start`.
    func page(at start: Int) -> Int {
        guard start != self.start, let size, size > 0 else { return number }
        return start / size + call.pages.firstPage
    }

    /// What a client sends as offset to have the page that begins at `start`.
    func offset(of start: Int) -> String { "\(start + call.pages.firstOffset)" }

    private var host: String {
        let prefix = call.request.pathPrefix
        return String(call.request.site.dropLast(prefix.count))
    }

    func url(to start: Int) -> String { host + path(to: start) }

    /// What a client sends to have the page that begins at `start`.
    func token(to start: Int) -> String {
        if call.pages.turnByNumber { return "\(page(at: start))" }
        return Self.isNumbered(call) ? "\(start)" : "\(Self.mark)\(start)"
    }

    /// The value of a `Link` field; nil where all rows are on one page.
    var link: String? {
        guard let size, size > 0, total > size || start > 0 else { return nil }
        var links: [(String, Int)] = [("first", 0)]
        if let previous { links.append(("prev", previous)) }
        if let next { links.append(("next", next)) }
        links.append(("last", last))
        return links.map { "<\(url(to: $1))>; rel=\"\($0)\"" }.joined(separator: ", ")
    }
}

extension [(name: String, value: String)] {
    /// Sets a parameter in the place of the first of its name, and removes all others that `isLike`.
    fileprivate mutating func set(
        _ name: String,
        _ value: String,
        replacing isLike: (String) -> Bool
    ) {
        let first = firstIndex { $0.name == name }
        let place = first.map { self[..<$0].count { !isLike($0.name) } }
        removeAll { $0.name == name || isLike($0.name) }
        insert((name, value), at: place ?? count)
    }
}
