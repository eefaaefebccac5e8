internal import MockPostlyContent
internal import MockPostlySQLite

/// Where the pages of the published posts begin: the date of about every 256th post, and of every
/// 64th where pages are asked for.
///
/// A page far down is found from the nearest mark; without marks SQLite passes over all posts
/// before it, at 100,000 posts for 300 µs. The marks are an index in memory and no answer: they hold
/// no text, and a page that begins at one is read from the database like any other. So they are used
/// with `--no-cache` too. They are made while pages are looked for and dropped with every change of
/// the content but a counted view.
///
/// Posts of one date are never parted by a mark. When thousands of posts have the same date, all of
/// them are passed over as before.
final class PageMarks {
    /// The first post of a date.
    private struct Mark {
        /// How many posts are before it.
        var position: Int64
        var createdAt: Int64
    }

    /// The number of posts from one mark to the next, where no page was asked for between them.
    private static let distance: Int64 = 256
    /// From this many posts between a mark and a page, another mark is made between them.
    private static let shortest: Int64 = 64

    /// Never empty: the first is before all posts.
    private var marks = [Mark(position: 0, createdAt: .max)]
    /// The content to which the marks belong, without its counts of reads.
    private var version: ContentVersion?

    init() {}

    /// Limit, offset and latest date for a page of published posts with this limit and offset; the
    /// offset is then counted from that date.
    func window(limit: Int64, offset: Int64, of posts: PostStore) throws -> [Value] {
        guard offset >= Self.shortest else {
            return [.integer(limit), .integer(offset), .integer(Int64.max)]
        }
        let present = posts.version.withoutCounts
        if version != present {
            marks = [Mark(position: 0, createdAt: .max)]
            version = present
        }
        while let last = marks.last, offset - last.position >= 2 * Self.distance,
            let next = try mark(Self.distance, after: last, of: posts)
        {
            marks.append(next)
        }
        let nearest = nearest(before: offset)
        var mark = marks[nearest]
        let rest = offset - mark.position
        // More than two distances are left only where many posts have one date, not to be parted.
        if rest >= Self.shortest, rest < 2 * Self.distance,
            let closer = try self.mark(
                rest / Self.shortest * Self.shortest,
                after: mark,
                of: posts
            )
        {
            marks.insert(closer, at: nearest + 1)
            mark = closer
        }
        return [.integer(limit), .integer(offset - mark.position), .integer(mark.createdAt)]
    }

    /// The last mark with at most `offset` posts before it.
    private func nearest(before offset: Int64) -> Int {
        var range = 0..<marks.count
        while range.count > 1 {
            let middle = range.lowerBound + range.count / 2
            range =
                marks[middle].position <= offset
                ? middle..<range.upperBound : range.lowerBound..<middle
        }
        return range.lowerBound
    }

    /// A mark `distance` posts after `last`, or before that, at the first post of the same date; nil
    /// when there is none.
    private func mark(
        _ distance: Int64,
        after last: Mark,
        of posts: PostStore
    ) throws -> Mark? {
        try posts.earlierDate(distance, after: last.createdAt).map { date, sameBefore in
            Mark(position: last.position + distance - sameBefore, createdAt: date)
        }
    }
}
