internal import MockPostlyContent
import MockPostlyWorld

/// A user with very many posts, and readers who like and comment on them.
enum HeavyUser {
    static let writer = "heavy@example.com"
    private static let posts = 10_000
    private static let readers = 200
    /// When the next post would be written, in microseconds: 2026-10-01T00:00:00Z.
    private static let end: Int64 = 1_790_812_800_000_000
    /// An hour and 40 minutes.
    private static let interval: Int64 = 6_000_000_000

    static func reader(_ number: Int) -> String {
        let digits = String(number + 1)
        return "reader" + String(repeating: "0", count: 3 - digits.utf8.count) + digits
            + "@example.com"
    }

    static func compose() throws(SeedFault) -> [UInt8] {
        var composer = Composer(try .embedded(), RandomSource(seed: 10_000))
        let names = try NameList.embedded()
        var writer = SeedWriter(reserving: 16 << 20)
        writer.beginObject()
        writer.key("users")
        writer.beginArray()
        let start = Instant(microseconds: end - Int64(posts) * interval)
        writer.person("Heavy Writer", Self.writer, createdAt: start)
        for number in 0..<readers {
            writer.person(names.name(&composer.random), reader(number), createdAt: start)
        }
        writer.endArray()
        writer.key("posts")
        writer.beginArray()
        for post in 0..<posts { write(post, with: &composer, to: &writer) }
        writer.endArray()
        writer.key(named: StandardParts.feed)
        writer.beginObject()
        writer.members([Self.writer] + (0..<readers).map(reader))
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    private static func write(
        _ post: Int,
        with composer: inout Composer,
        to writer: inout SeedWriter
    ) {
        let createdAt = end - Int64(posts - post) * interval
        composer.beginPost()
        let title = composer.title()
        composer.writePost(words: 12...30)
        writer.element()
        writer.beginObject()
        writer.key("author")
        writer.text(Self.writer)
        writer.key("title")
        writer.text(title)
        writer.key("content")
        composer.text.withUnsafeBufferPointer { writer.text($0) }
        // One post in fifty is a draft.
        if post % 50 == 49 {
            writer.key("status")
            writer.text("draft")
        }
        writer.date("createdAt", createdAt)
        writer.field("views", Int64(composer.random.below(5_000)))
        // All readers like every hundredth post, and every 250th has many comments.
        let likes = post % 100 == 0 ? readers : composer.random.below(3)
        if likes > 0 {
            let first = composer.random.below(readers)
            writer.key("likes")
            writer.emailList((0..<likes).map { reader((first + $0) % readers) })
        }
        let comments = post % 250 == 0 ? 120 : composer.random.below(2)
        if comments > 0 { write(comments, after: createdAt, with: &composer, to: &writer) }
        writer.endObject()
    }

    private static func write(
        _ comments: Int,
        after createdAt: Int64,
        with composer: inout Composer,
        to writer: inout SeedWriter
    ) {
        writer.key("comments")
        writer.beginArray()
        for number in 0..<comments {
            composer.writeComment(.comment)
            writer.element()
            writer.beginObject()
            writer.key("author")
            writer.text(reader(composer.random.below(readers)))
            writer.key("content")
            composer.text.withUnsafeBufferPointer { writer.text($0) }
            writer.date("createdAt", createdAt + Int64(number + 1) * 30_000_000)
            writer.endObject()
        }
        writer.endArray()
    }
}
