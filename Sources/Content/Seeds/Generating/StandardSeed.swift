package import MockPostlyContent
import MockPostlyJSON
package import MockPostlyNouns
import MockPostlyWorld

/// Composes one part of the standard seed: `seed/postly/composed.json`.
package struct StandardSeed {
    private static let posts = 95
    /// Posts with chapters, by number, and how many words they have in all.
    private static let long: [Int: (title: String, chapters: Int, words: Int)] = [
        31: ("A Year in Eleven Small Chapters", 11, 2_490),
        67: ("Seven Things I Do Badly and Often", 7, 1_520),
    ]
    /// Posts with many comments, by number.
    private static let busy: [Int: Int] = [12: 33, 44: 21, 80: 16]
    /// 2024-11-03T00:00:00Z.
    private static let start: Int64 = 1_730_592_000_000_000
    /// 2026-10-30T00:00:00Z.
    private static let end: Int64 = 1_793_318_400_000_000
    private static let day: Int64 = 86_400_000_000

    private let people: [SeedUser]
    private var composer: Composer
    private var titles: Set<String> = []
    private var paragraphs: Set<String> = []

    /// The text of `seed/postly/composed.json`, always the same for the same people and sentence
    /// banks.
    ///
    /// `people` are those of `seed/postly/people.json`, in their order.
    ///
    /// For the build of the repository: the program contains the result.
    ///
    /// - Throws: ``SeedFault`` when the banks inside the program are damaged.
    package static func compose(people: [SeedUser]) throws(SeedFault) -> [UInt8] {
        let composer = Composer(try .embedded(), RandomSource(seed: 20_241_103))
        var seed = StandardSeed(people, composer)
        var writer = JSONWriter(escaping: .utf8, reserving: 1 << 19)
        writer.beginObject()
        writer.field("$schema", "../schema.json")
        writer.key("posts")
        writer.beginArray()
        for number in 0..<posts { seed.writePost(number, &writer) }
        writer.endArray()
        writer.endObject()
        return JSONWriter.pretty(writer.finish()) + [UInt8(ascii: "\n")]
    }

    private init(_ people: [SeedUser], _ composer: Composer) {
        (self.people, self.composer) = (people, composer)
    }

    private mutating func writePost(_ number: Int, _ writer: inout JSONWriter) {
        let createdAt = date(of: number)
        let author = somebody(at: createdAt)
        let (title, text) = newText(number)
        writer.beginObject()
        writer.field("author", people[author].email)
        writer.field("title", title)
        // Every sixteenth post is a draft.
        if number % 16 == 9 { writer.field("status", "draft") }
        let covers = composer.book.banks[composer.topic].covers
        let hasCover = !covers.isEmpty && composer.random.happens(60)
        writer.field(
            "coverImage",
            hasCover ? StandardParts.coverAddress(composer.random.pick(covers)) : nil
        )
        writer.field("createdAt", Instant(microseconds: createdAt).rfc3339)
        if composer.random.happens(15) {
            let later = createdAt + Self.day / 24 + random(10 * Self.day)
            writer.field("updatedAt", Instant(microseconds: min(later, Self.end)).rfc3339)
        }
        let likes = likes(at: createdAt)
        writer.field("views", likes.count * composer.random.within(9...40) + random(60))
        if !likes.isEmpty {
            writer.key("likes")
            writer.beginArray()
            for user in likes { writer.string(people[user].email) }
            writer.endArray()
        }
        writer.key("content")
        writer.beginArray()
        for paragraph in text { writer.string(paragraph) }
        writer.endArray()
        writeComments(number, by: author, after: createdAt, &writer)
        writer.endObject()
    }
}

// MARK: Text

extension StandardSeed {
    /// A title and paragraphs that were not used before.
    private mutating func newText(_ number: Int) -> (title: String, paragraphs: [String]) {
        while true {
            composer.beginPost()
            var title = composer.title()
            if let long = Self.long[number] {
                title = long.title
                composer.writeChapters(long.chapters, words: long.words)
            } else {
                composer.writePost(words: wordRange())
            }
            let text = composer.textOfParagraphs
            guard !titles.contains(title), paragraphs.isDisjoint(with: text) else { continue }
            titles.insert(title)
            paragraphs.formUnion(text)
            return (title, text)
        }
    }

    /// Most posts are short or of middle length.
    private mutating func wordRange() -> ClosedRange<Int> {
        switch composer.random.below(20) {
        case 0...2: 30...60
        case 3...7: 60...150
        case 8...14: 150...320
        case 15...17: 320...550
        default: 550...900
        }
    }
}

// MARK: Numbers and people

extension StandardSeed {
    /// A date for a post: the period is divided evenly, and the moment within each part is random.
    private mutating func date(of number: Int) -> Int64 {
        let share = (Self.end - Self.start) / Int64(Self.posts)
        return Self.start + share * Int64(number) + random(share)
    }

    private mutating func random(_ bound: Int64) -> Int64 {
        Int64(composer.random.below(Int(bound)))
    }

    private mutating func random(_ bound: Int) -> Int {
        composer.random.below(bound)
    }

    /// A random person who had an account by then.
    private mutating func somebody(at date: Int64) -> Int {
        while true {
            let user = composer.random.below(people.count)
            if people[user].createdAt.microseconds < date { return user }
        }
    }

    private mutating func likes(at date: Int64) -> [Int] {
        var likes: [Int] = []
        for _ in 0..<composer.random.below(composer.random.happens(20) ? 40 : 16) {
            let user = somebody(at: date)
            if !likes.contains(user) { likes.append(user) }
        }
        return likes
    }
}

// MARK: Comments

extension StandardSeed {
    private mutating func writeComments(
        _ number: Int,
        by author: Int,
        after createdAt: Int64,
        _ writer: inout JSONWriter
    ) {
        let usual = composer.random.happens(25) ? 0 : composer.random.within(1...6)
        let count = number % 16 == 9 ? 0 : Self.busy[number] ?? usual
        guard count > 0 else { return }
        let room = min(12 * Self.day, Self.end - createdAt)
        var dates: [Int64] = []
        for _ in 0..<count { dates.append(createdAt + 300_000_000 + random(room)) }
        dates.sort()
        writer.key("comments")
        writer.beginArray()
        var isAnswerDue = false
        var last = author
        for date in dates {
            let isReply = isAnswerDue && composer.random.happens(70)
            let isQuestion = !isReply && composer.random.happens(22)
            isAnswerDue = isQuestion || isAnswerDue && !isReply
            var user = author
            while !isReply, user == author || user == last { user = somebody(at: date) }
            last = user
            composer.writeComment(isReply ? .reply : isQuestion ? .question : .comment)
            writer.beginObject()
            writer.field("author", people[user].email)
            writer.field("content", String(decoding: composer.text, as: UTF8.self))
            writer.field("createdAt", Instant(microseconds: date).rfc3339)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension Instant {
    /// `2026-02-14T12:34:56.123456Z`.
    fileprivate var rfc3339: String { rfc3339Micros.prefix(26) + "Z" }
}
