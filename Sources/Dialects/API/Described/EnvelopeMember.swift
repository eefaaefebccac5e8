/// What a member beside the rows of a list says, by its name.
enum EnvelopeMember: Sendable, Equatable {
    /// How many rows there are on all pages.
    case total
    /// How many rows there are, on this page where a total is beside it.
    case count
    case page, size, offset, pages, hasMore, hasPrevious
    /// The numbers of the first and the last row of the page, from 1.
    case from, to
    /// Whether it is the first page, or the last.
    case isFirst, isLast
    /// Where the next page, that before, and others are.
    case next, previous, first, last, itself

    init?(_ name: String) {
        let plain = Words.plain(name)
        let words = Words.split(name)
        switch plain {
        case "total", "totalcount", "totalitems", "totalresults", "totalrecords", "totalentries",
            "totalsize", "totalelements", "totaldocs", "totalrows":
            self = .total
        case "count", "size_count", "resultcount", "itemcount", "numresults": self = .count
        case "page", "pagenumber", "currentpage", "pageindex", "pageno", "pagenum", "number":
            self = .page
        case "perpage", "pagesize", "limit", "size", "maxresults", "itemsperpage": self = .size
        case "offset", "start", "startindex", "skip": self = .offset
        case "pages", "totalpages", "numpages", "pagecount", "lastpagenumber": self = .pages
        case "hasmore", "more", "hasnext", "hasnextpage": self = .hasMore
        case "hasprev", "hasprevious", "hasprevpage", "haspreviouspage": self = .hasPrevious
        case "isfirst", "isfirstpage": self = .isFirst
        case "islast", "islastpage": self = .isLast
        case "from": self = .from
        case "to": self = .to
        case "endcursor", "odatanextlink": self = .next
        case "self": self = .itself
        case "uri", "url": self = .itself
        default:
            guard words.count <= 4, let first = words.first else { return nil }
            let ends: Set<String> = [
                "page", "uri", "url", "href", "token", "cursor", "marker", "path", "link", "offset",
                "stream", "position",
            ]
            let isPlace = words.count == 1 || words.dropFirst().allSatisfy { ends.contains($0) }
            switch first {
            case "next" where isPlace: self = .next
            case "prev" where isPlace, "previous" where isPlace: self = .previous
            case "first" where isPlace: self = .first
            case "last" where isPlace: self = .last
            case "page" where words.dropFirst().first == "token": self = .next
            default:
                guard words.last == "count", words.count > 1 else { return nil }
                self = .total
            }
        }
    }
}
