package import MockPostlyContent
package import MockPostlySQLite

/// A trigram index over the folded text of posts (SQLite FTS5, "The Trigram Tokenizer").
///
/// It only finds candidates; the search compares the text of each of them exactly. A small world
/// has no index, because reading all its posts is as fast: the index is made when there are more
/// than ``threshold`` published posts, and is then kept up to date. Title and content are indexed
/// as one text.
package final class SearchIndex: ContentIndex {
    /// Up to this many published posts, a search reads all of them.
    static let threshold: Int64 = 256

    /// The table of the index, and the tables that FTS5 makes for it.
    private static let usualTables = [
        "post_search", "post_search_config", "post_search_data", "post_search_docsize",
        "post_search_idx",
    ]

    /// All tables that an index of this name can have.
    ///
    /// FTS5 makes `post_search_content` for an index that stores its texts; this program's does
    /// not.
    ///
    /// Tables of this name in a foreign file are dropped, whatever is in them.
    package static let ownTables = usualTables + ["post_search_content"]

    package static let table = "post"

    private let work: UnitOfWork
    private var db: Connection { work.connection }
    /// Whether the table exists, as of `undoings` of the unit of work.
    private var known: (exists: Bool, undoings: Int)?

    /// Cheap: whether the index exists is looked up when it is first asked for.
    package init(_ work: UnitOfWork) {
        self.work = work
    }

    /// Whether the index exists; then every change of a post must be made in it too.
    ///
    /// One look-up after each change of tables or rollback, else none.
    ///
    /// - Throws: SQLite's errors.
    package var exists: Bool {
        get throws {
            if let known, known.undoings == work.undoings { return known.exists }
            let exists =
                try db.first("SELECT 1 FROM sqlite_schema WHERE name = 'post_search'") { _ in true }
                ?? false
            known = (exists, work.undoings)
            return exists
        }
    }

    /// Remembers whether the table exists, and makes other objects for the same table look again.
    private func note(exists: Bool) {
        work.noteTableChange()
        known = (exists, work.undoings)
    }

    /// Makes the index of all posts, within an open transaction.
    func build() throws {
        try db.script(Self.definition)
        note(exists: true)
        // Else a segment would be written for each megabyte of entries, and merged with others.
        try setMostPending(64 << 20)
        try db.forEach(
            "SELECT p.id, title, content FROM post p JOIN post_content c ON c.id = p.id"
        ) { row in
            try add(row.int(0), title: row.text(1), content: row.text(2))
        }
        // Merged into one segment: a search looks up each trigram in every segment.
        try db.run("INSERT INTO post_search (post_search) VALUES ('optimize')")
        try setMostPending(Self.usuallyPending)
    }

    /// SQLite's default for ``setMostPending(_:)``, in bytes.
    private static let usuallyPending: Int64 = 1 << 20

    /// Sets the most bytes of new entries in memory, the option `hashsize` of FTS5 (SQLite's
    /// `fts5_config.c`).
    private func setMostPending(_ bytes: Int64) throws {
        try db.run(
            "INSERT INTO post_search (post_search, rank) VALUES ('hashsize', ?1)",
            [.integer(bytes)]
        )
    }

    private static let definition = """
        CREATE VIRTUAL TABLE post_search USING fts5
            (text, content = '', detail = none, tokenize = 'trigram case_sensitive 1')
        """

    /// Drops whatever has the index's name, and makes the index again if there are enough posts.
    ///
    /// Needs an open transaction. When it throws, the connection must be closed.
    package func makeAnew() throws {
        try db.forgetVirtualTable("post_search")
        // The tables of the index are ordinary tables now.
        for table in Self.ownTables { try db.script("DROP TABLE IF EXISTS \(table)") }
        note(exists: false)
        try buildIfWorthwhile()
    }

    /// The number of published posts is read from the totals, not counted.
    package func buildIfWorthwhile() throws {
        guard try !exists else { return }
        let posts = try db.first(
            "SELECT posts FROM status_total WHERE status = 'published'"
        ) { $0.int(0) }
        if (posts ?? 0) > Self.threshold { try build() }
    }

    /// Whether SQLite can open the index on `connection`; true when there is none.
    ///
    /// An index of another build of SQLite or a damaged one may not open.
    ///
    /// - Throws: SQLite's errors when the schema cannot be read.
    package static func canBeOpened(on connection: Connection) throws -> Bool {
        guard try connection.schema().contains(where: { $0.name == "post_search" }) else {
            return true
        }
        do {
            _ = try connection.first("SELECT rowid FROM post_search LIMIT 0") { _ in true }
            return true
        } catch {
            return false
        }
    }

    /// Whether the index on `connection` is complete and belongs to the present posts.
    ///
    /// Its definition must be that of ``build()``. True when there is no index. Needs an open
    /// transaction.
    ///
    /// Costs a pass over the index and all posts: for files that are taken over, not for each
    /// start.
    ///
    /// - Throws: SQLite's errors that say nothing about the index: a full disk, a failed read or
    ///   write, a lock, or a database that cannot be written to. All others mean false.
    package static func isSound(on connection: Connection) throws -> Bool {
        let entries = try connection.schema().filter { ownTables.contains($0.name) }
        guard !entries.isEmpty else { return true }
        guard entries.map(\.name).sorted() == usualTables,
            entries.contains(where: { $0.name == "post_search" && $0.sql == definition })
        else { return false }
        do {
            try connection.run("INSERT INTO post_search (post_search) VALUES ('integrity-check')")
            let other = try connection.first(
                """
                SELECT 1 FROM (
                    SELECT * FROM (SELECT id FROM post EXCEPT SELECT id FROM post_search_docsize)
                    UNION ALL
                    SELECT * FROM (SELECT id FROM post_search_docsize EXCEPT SELECT id FROM post)
                )
                """
            ) { _ in true }
            return other == nil
        } catch let error as SQLiteError {
            // These errors say nothing about the index, only that nothing can be written.
            guard !error.isDiskFull, !error.isIO, !error.isBusy, !error.isReadOnly else {
                throw error
            }
            return false
        }
    }

    /// Drops the index, within an open transaction.
    ///
    /// - Throws: SQLite's errors.
    package func drop() throws {
        try db.script("DROP TABLE IF EXISTS post_search")
        note(exists: false)
    }

    /// A row without title or content in it is left out.
    package func add(_ row: [Value]) throws {
        guard let (key, title, content) = Self.searched(row) else { return }
        try add(key, title: title, content: content)
    }

    /// FTS5 needs the old texts, because the index itself has none.
    package func remove(_ row: [Value]) throws {
        guard let (key, title, content) = Self.searched(row) else { return }
        try remove(key, title: title, content: content)
    }

    private static let columns = (
        key: ContentTable.post.position(of: "id"), title: ContentTable.post.position(of: "title"),
        content: ContentTable.post.position(of: "content")
    )

    private static func searched(
        _ row: [Value]
    ) -> (key: Int64, title: String, content: String)? {
        guard case .integer(let key) = row[columns.key],
            case .text(let title) = row[columns.title],
            case .text(let content) = row[columns.content]
        else { return nil }
        return (key, title, content)
    }

    /// Adds a post to the index.
    func add(_ key: Int64, title: String, content: String) throws {
        try db.run(
            "INSERT INTO post_search (rowid, text) VALUES (?1, ?2)",
            [.integer(key), .text(Self.indexed(title, content))]
        )
    }

    /// Removes a post from the index; `title` and `content` must be those that were added.
    func remove(_ key: Int64, title: String, content: String) throws {
        try db.run(
            "INSERT INTO post_search (post_search, rowid, text) VALUES ('delete', ?1, ?2)",
            [.integer(key), .text(Self.indexed(title, content))]
        )
    }

    private static func indexed(_ title: String, _ content: String) -> String {
        let folded = CaseFolding.fold(title.utf8) + [0x0A] + CaseFolding.fold(content.utf8)
        return tokenizable(folded)
    }

    /// `folded` with U+0001 for each NUL, which SQLite's tokenizer would take for the end of the
    /// text.
    private static func tokenizable(_ folded: [UInt8]) -> String {
        guard folded.contains(0) else { return String(decoding: folded, as: UTF8.self) }
        return String(decoding: folded.map { $0 == 0 ? 1 : $0 }, as: UTF8.self)
    }

    /// Up to two trigrams of `folded`, each as an FTS5 query, the one expected to be rarer first;
    /// none when it has less than three characters.
    static func trigrams(of folded: [UInt8]) -> [String] {
        let scalars = Array(tokenizable(folded).unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        // Two rare trigrams narrow the search nearly as well as all of them, and cost less to look
        // up.
        let starts = (0...min(scalars.count - 3, 255))
            .map { (start: $0, commonness: commonness(scalars[$0..<($0 + 3)])) }
            .sorted { $0.commonness < $1.commonness }
            .map(\.start)
        var seen: Set<String> = []
        var words: [String] = []
        for start in starts where words.count < 2 {
            var trigram = String.UnicodeScalarView()
            trigram.append(contentsOf: scalars[start..<(start + 3)])
            guard seen.insert(String(trigram)).inserted else { continue }
            words.append("\"" + doublingQuotes(trigram) + "\"")
        }
        return words
    }

    /// The letters of English, the most common first; all other characters count as rare.
    private static let byFrequency = Array(" etaoinshrdlcumwfgypbvkjxqz".unicodeScalars)

    private static func commonness(_ trigram: ArraySlice<Unicode.Scalar>) -> Int {
        // After q, u says nothing more.
        let hasQU = zip(trigram, trigram.dropFirst()).contains { $0 == ("q", "u") }
        return trigram.reduce(hasQU ? byFrequency.count / 2 : 0) { sum, letter in
            sum + byFrequency.count - (byFrequency.firstIndex(of: letter) ?? byFrequency.count)
        }
    }

    /// Doubles each quote, by scalars: as a `Character` a quote includes a combining mark that
    /// follows it.
    private static func doublingQuotes(_ text: String.UnicodeScalarView) -> String {
        var doubled = String.UnicodeScalarView()
        for scalar in text {
            doubled.append(contentsOf: scalar == "\"" ? [scalar, scalar] : [scalar])
        }
        return String(doubled)
    }
}
