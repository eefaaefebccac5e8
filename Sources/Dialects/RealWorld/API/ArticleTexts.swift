internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import RealWorldContent

/// The JSON of articles; what they say to everybody is written once, until something else is written,
/// or each time without caches.
final class ArticleTexts {
    private final class Text {
        let bytes: [UInt8]
        /// Where ``bytes`` go on after whether it is a favourite.
        let middle: Int

        init(_ bytes: [UInt8], _ middle: Int) { (self.bytes, self.middle) = (bytes, middle) }
    }

    private let articles: RealWorldArticles
    private let isOn: Bool
    private let texts: KeptValues<Text>
    private var version: ContentVersion?

    init(_ articles: RealWorldArticles, _ context: DialectContext) {
        (self.articles, isOn) = (articles, context.usesCaches)
        texts = KeptValues(context.caches, context.statistics(of: RealWorld.self))
    }

    /// The next answers make them anew.
    func forgetAll() { texts.removeAll() }

    /// Writes articles as one sees them.
    func write(
        _ sights: [RealWorldSight],
        _ era: RealWorld.Era,
        hasBody: Bool,
        _ json: inout JSONWriter
    ) throws {
        let texts = try texts(of: sights, era, hasBody: hasBody)
        for (sight, text) in zip(sights, texts) {
            json.raw(text.bytes[..<text.middle])
            json.part(sight.isFavorite ? #","favorited":true,"# : #","favorited":false,"#)
            json.raw(text.bytes[text.middle...])
            json.endAuthor(isFollowed: sight.isFollowed)
            json.endObject()
        }
    }

    /// The texts of articles in their order; those that are not here are read together.
    private func texts(
        of sights: [RealWorldSight],
        _ era: RealWorld.Era,
        hasBody: Bool
    ) throws -> [Text] {
        follow()
        func number(_ id: RealWorldArticleKey.ID) -> Int64 {
            id << 2 | (era == .old ? 2 : 0) | (hasBody ? 1 : 0)
        }
        let known = sights.map { texts.find(number($0.id)) }
        let missing = zip(sights, known).filter { $1 == nil }.map(\.0.id)
        guard !missing.isEmpty else { return known.compactMap(\.self) }
        var made: [RealWorldArticleKey.ID: Text] = [:]
        try articles.read(missing, hasBody: hasBody) { id, article in
            let text = Self.text(article, era)
            made[id] = text
            if isOn { texts.keep(text, as: number(id), size: text.bytes.bufferedBytes + 64) }
        }
        return try zip(sights, known).map { sight, text in
            guard let text = text ?? made[sight.id] else { throw RealWorldError.noArticle }
            return text
        }
    }

    private static func text(_ article: RealWorldArticle, _ era: RealWorld.Era) -> Text {
        var json = JSONWriter(escaping: .utf8, reserving: 1024)
        json.beginning(of: article)
        let middle = json.length
        json.end(of: article, era)
        return Text(json.finish(), middle)
    }

    /// Drops the texts of another content than the present one.
    private func follow() {
        let present = articles.version.withoutCounts
        if version != present { forgetAll() }
        version = present
    }
}
