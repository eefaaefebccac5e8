package import MockPostlyContent
internal import MockPostlySQLite

/// The tags of one article.
package struct RealWorldTags {
    private let article: RealWorldArticleKey.ID
    private let source: Source

    private enum Source {
        case database(Connection)
        /// Those of a page, which has come to this article.
        case page(PageTags)
    }

    init(of article: RealWorldArticleKey.ID, on db: Connection) {
        (self.article, source) = (article, .database(db))
    }

    init(of article: RealWorldArticleKey.ID, in tags: PageTags) {
        (self.article, source) = (article, .page(tags))
    }

    /// Calls `body` with each tag, in the order of their code points; the texts are lent.
    ///
    /// In a page once.
    package func read(_ body: (LentText) throws -> Void) throws {
        switch source {
        case .page(let tags): try tags.forEach(of: article, body)
        case .database(let db):
            try db.forEach(
                "SELECT name FROM realworld_tag WHERE article = ?1 ORDER BY name",
                [.integer(article)]
            ) { try body($0.textBytes(0)) }
        }
    }

    /// Lets the page go on to its next article.
    func skip() throws {
        if case .page(let tags) = source { try tags.forEach(of: article) { _ in } }
    }
}

/// The tags of all articles of a page, in their order: one statement for the page, instead of one for
/// each article.
final class PageTags {
    /// Stands on the next tag.
    private let statement: Statement
    /// The article of that tag; nil at the end.
    private var article: RealWorldArticleKey.ID?
    private var hasBegun = false

    /// `statement` gives name and article, and is given back by this.
    init(_ statement: Statement) { self.statement = statement }

    deinit { statement.giveBack() }

    /// Calls `body` with each tag of the article that the page has come to.
    fileprivate func forEach(
        of wanted: RealWorldArticleKey.ID,
        _ body: (LentText) throws -> Void
    ) throws {
        if !hasBegun {
            hasBegun = true
            try advance()
        }
        while article == wanted {
            try body(statement.row.textBytes(0))
            try advance()
        }
    }

    private func advance() throws {
        article = try statement.step() ? statement.row.int(1) : nil
    }
}
