/// What the query parameters of a list mean, by their names.
struct PageParameters: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case page, size, offset, after, before, sort, order, search, ignored
    }

    private static let names: [(kind: Kind, names: Set<String>)] = [
        (.page, ["page", "pagenumber", "pageindex", "pageno", "pagenum"]),
        (
            .size,
            [
                "perpage", "limit", "pagesize", "count", "size", "top", "take", "maxresults",
                "first",
                "pagelimit",
            ]
        ),
        (.offset, ["offset", "skip", "start", "startindex", "pageoffset"]),
        (
            .after,
            [
                "cursor", "after", "startingafter", "pagetoken", "marker", "nexttoken", "since",
                "pagecursor", "pageafter",
            ]
        ),
        (.before, ["before", "endingbefore", "pagebefore"]),
        (.sort, ["sort", "sortby", "orderby", "ordering"]),
        (
            .order,
            ["order", "direction", "sortorder", "sortdirection", "sortdir", "orderdirection"]
        ),
        (.search, ["q", "search", "query"]),
        (
            .ignored,
            ["fields", "optfields", "include", "expand", "embed", "optpretty", "pretty", "format"]
        ),
    ]

    /// What the parameter `name` means; nil for one that may be a filter.
    static func kind(_ name: String) -> Kind? {
        let plain = Words.plain(name)
        return names.first { $0.names.contains(plain) }?.kind
    }

    /// The parameters that the description declares, by what they mean.
    private(set) var declared: [(kind: Kind, name: String)] = []
    /// The first page.
    var firstPage = 1
    /// The offset of the first row: 1 where the description says so, as SCIM does.
    var firstOffset = 0
    /// How many rows a page has when nobody says it; nil for all.
    var usualSize: Int?
    /// The most rows that a page may have.
    var largestSize: Int?
    /// Whether the newest row comes first.
    var isNewestFirst = false

    mutating func declare(_ name: String) {
        guard let kind = Self.kind(name), self.name(of: kind) == nil else { return }
        declared.append((kind, name))
    }

    /// Takes `name` for a parameter of this kind.
    mutating func replace(_ kind: Kind, by name: String) {
        declared.removeAll { $0.kind == kind }
        declared.append((kind, name))
    }

    /// What a parameter of a request means: by what is declared, else by its name.
    func meaning(of name: String) -> Kind? {
        declared.first { $0.name == name }?.kind ?? Self.kind(name)
    }

    func name(of kind: Kind) -> String? { declared.first { $0.kind == kind }?.name }

    /// Whether pages have numbers, and nothing else leads to them.
    var turnByNumber: Bool {
        name(of: .page) != nil && name(of: .after) == nil && name(of: .offset) == nil
    }

    static func == (one: PageParameters, other: PageParameters) -> Bool {
        one.firstPage == other.firstPage && one.firstOffset == other.firstOffset
            && one.usualSize == other.usualSize
            && one.largestSize == other.largestSize
            && one.declared.elementsEqual(other.declared) { $0 == $1 }
    }
}
