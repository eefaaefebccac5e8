import MockPostlyContent
import MockPostlyJSON
import MockPostlyWorld

/// The feed.
extension SeedGenerator {
    /// Writes the members, who are all users, and the posts of the feed with likes and comments.
    mutating func writeFeed(to path: String) throws(SeedFault) {
        var writer = JSONWriter(escaping: .utf8, reserving: plan.feed * 400)
        writer.beginObject()
        writer.key(StandardParts.feed)
        writer.beginObject()
        writer.key("members")
        writer.beginArray()
        for user in 0..<plan.users { writer.string(Self.email(user)) }
        writer.endArray()
        writer.key("posts")
        writer.beginArray()
        for post in 0..<plan.feed {
            if post > 0 { writer.byte(UInt8(ascii: ",")) }
            writer.byte(UInt8(ascii: "\n"))
            writeFeedPost(post, &writer)
        }
        writer.byte(UInt8(ascii: "\n"))
        writer.endArray()
        writer.endObject()
        writer.endObject()
        writer.byte(UInt8(ascii: "\n"))
        try Self.save(writer, path)
    }

    private mutating func writeFeedPost(_ post: Int, _ writer: inout JSONWriter) {
        let share = Self.span / Int64(plan.feed)
        let moment = Int64(composer.random.below(Int(max(share, 1))))
        let createdAt = Self.end - Self.span + share * Int64(post) + moment
        composer.beginPost()
        writer.beginObject()
        writer.field("author", Self.email(composer.random.below(plan.users)))
        composer.writeComment(.comment)
        writer.key("content")
        composer.text.withUnsafeBufferPointer { writer.string(utf8: $0) }
        writer.field("createdAt", Instant(microseconds: createdAt).rfc3339Micros)
        writeLikes(min(composer.random.below(13), plan.users), &writer)
        writer.key("comments")
        writer.beginArray()
        for comment in 0..<composer.random.below(4) {
            composer.writeComment(.comment)
            writer.beginObject()
            writer.field("author", Self.email(composer.random.below(plan.users)))
            writer.key("content")
            composer.text.withUnsafeBufferPointer { writer.string(utf8: $0) }
            // A minute after the one before.
            let date = createdAt + Int64(comment + 1) * 60_000_000
            writer.field("createdAt", Instant(microseconds: date).rfc3339Micros)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
