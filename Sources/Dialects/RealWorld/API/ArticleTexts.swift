internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import RealWorldContent

/// The JSON of articles; what they say to everybody is written once, until something else is written.
final class ArticleTexts {
    private final class Text {
        let bytes: [UInt8]
        /// Where ``bytes`` go on after whether it is a favourite.
        let middle: Int

        init(_ bytes: [UInt8], _ middle: Int) { (self.bytes, self.middle) = (bytes, middle) }
    }

    private let articles: RealWorldArticles
    private let texts: KeptValues<Text>
    private var version: ContentVersion?

    init(_ articles: RealWorldArticles, _ context: DialectContext) {
        self.articles = articles
        texts = KeptValues(context.caches, context.statistics(of: RealWorld.self))
    }

    /// The next answers make them anew.
    func forgetAll() { texts.removeAll() }

    /// Writes an article as one sees it.
    func write(
        _ article: RealWorldSight,
        _ era: RealWorld.Era,
        hasBody: Bool,
        _ json: inout JSONWriter
    ) throws {
        let text = try text(of: article.id, era, hasBody: hasBody)
        json.raw(text.bytes[..<text.middle])
        json.part(article.isFavorite ? #","favorited":true,"# : #","favorited":false,"#)
        json.raw(text.bytes[text.middle...])
        json.endAuthor(isFollowed: article.isFollowed)
        json.endObject()
    }

    private func text(
        of id: RealWorldArticleKey.ID,
        _ era: RealWorld.Era,
        hasBody: Bool
    ) throws -> Text {
        let present = articles.version.withoutCounts
        if version != present { forgetAll() }
        version = present
        let number = id << 2 | (era == .old ? 2 : 0) | (hasBody ? 1 : 0)
        if let known = texts.find(number) { return known }
        var json = JSONWriter(escaping: .utf8, reserving: 1024)
        let middle = try articles.read(id) { article in
            json.beginning(of: article, hasBody: hasBody)
            let middle = json.length
            json.end(of: article, era)
            return middle
        }
        let text = Text(json.finish(), middle)
        texts.keep(text, as: number, size: text.bytes.bufferedBytes + 64)
        return text
    }
}
