internal import MockPostlyContent
internal import MockPostlyNouns
import MockPostlyWorld

/// Texts that programs often handle wrongly.
///
/// Each user has one post, whose title and content are of the same kind as the user's name; more
/// posts have texts at the limits. Characters that an editor would not show are escaped.
enum UnicodeScenario {
    /// A name, a title and a content of one kind of text.
    struct Sample: Sendable {
        var name: String
        var title: String
        var content: String

        init(_ name: String, title: String, content: String) {
            (self.name, self.title, self.content) = (name, title, content)
        }
    }

    static func email(_ person: Int) -> String {
        let digits = String(person + 1)
        return "unicode" + String(repeating: "0", count: max(0, 2 - digits.utf8.count)) + digits
            + "@example.com"
    }

    /// 2026-01-01T00:00:00Z.
    private static let start: Int64 = 1_767_225_600_000_000
    private static let hour: Int64 = 3_600_000_000

    static func compose() -> [UInt8] {
        var writer = SeedWriter(reserving: 1 << 18)
        writer.beginObject()
        writer.key("users")
        writer.beginArray()
        for (index, sample) in samples.enumerated() {
            writer.person(sample.name, email(index), createdAt: Instant(microseconds: start))
        }
        writer.endArray()
        writer.key("posts")
        writer.beginArray()
        let posts = samples.map { ($0.title, $0.content) } + edges
        for (index, post) in posts.enumerated() {
            write(index, title: post.0, content: post.1, to: &writer)
        }
        writer.endArray()
        writeFeed(&writer)
        writer.endObject()
        return writer.finish()
    }

    /// A post with a comment and a like by the next user.
    private static func write(
        _ index: Int,
        title: String,
        content: String,
        to writer: inout SeedWriter
    ) {
        let createdAt = start + Int64(index + 1) * hour
        let next = (index + 1) % samples.count
        writer.element()
        writer.beginObject()
        writer.key("author")
        writer.text(email(index % samples.count))
        writer.key("title")
        writer.text(title)
        writer.key("content")
        writer.text(content)
        writer.date("createdAt", createdAt)
        writer.key("likes")
        writer.emailList([email(next)])
        writer.key("comments")
        writer.beginArray()
        writeComment(samples[next].content, by: next, createdAt: createdAt + hour / 2, to: &writer)
        writer.endArray()
        writer.endObject()
    }

    private static func writeComment(
        _ content: String,
        by author: Int,
        createdAt: Int64,
        to writer: inout SeedWriter
    ) {
        writer.element()
        writer.beginObject()
        writer.key("author")
        writer.text(email(author))
        writer.key("content")
        writer.text(content)
        writer.date("createdAt", createdAt)
        writer.endObject()
    }

    private static func writeFeed(_ writer: inout SeedWriter) {
        writer.key(named: StandardParts.feed)
        writer.beginObject()
        writer.members(samples.indices.map(email))
        writer.key("posts")
        writer.beginArray()
        // The longest post and comment that the feed accepts.
        let texts = samples.map(\.content) + [String(repeating: "長", count: 5_000)]
        for (index, text) in texts.enumerated() {
            let createdAt = start + Int64(index + 1) * hour
            let next = (index + 1) % samples.count
            writer.element()
            writer.beginObject()
            writer.key("author")
            writer.text(email(index % samples.count))
            writer.key("content")
            writer.text(text)
            writer.date("createdAt", createdAt)
            writer.key("comments")
            writer.beginArray()
            let comment = index == 0 ? String(repeating: "é", count: 2_000) : samples[next].name
            if !comment.isBlank {
                writeComment(comment, by: next, createdAt: createdAt + 1, to: &writer)
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
