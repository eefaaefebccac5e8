internal import CMockPostlyPages

/// The rows of a table that may differ between two databases.
package struct DifferingRows: Equatable {
    /// Their keys, some perhaps twice; nil when pages do not tell, so that any rows may differ.
    ///
    /// A key is the row id, or in a table without row ids the values of the primary key. All other
    /// rows have the same key and the same values in both databases.
    package var keys: [[Value]]?
    /// Whether the keys are row ids.
    package let areRowIDs: Bool

    /// Any rows.
    package static let any = DifferingRows(keys: nil, areRowIDs: true)
}

/// What differs between two databases, found by their pages: those that they share are not read.
///
/// A row is on one page of its table's tree, and perhaps goes on in overflow pages. So a row on a page
/// that both trees have, with the same bytes, is the same in both; the rest is on pages that only one of
/// the trees has, or that differ. It does not matter where in a tree a page is, or how the trees were
/// balanced.
package struct PageDifference {
    private let old, new: PageTrees
    /// Whether a page, by its index, is not the same in both databases.
    private let differs: [Bool]
    /// Whether a page differs that is in no tree, so that rows may differ on pages that do not.
    private let hasHiddenChanges: Bool
    /// The number of the tree of each table that is described in the same words in both.
    private let tables: [String: Int]

    /// Nil when the pages cannot be read here, as in a transaction or of a file; both connections are
    /// only read.
    package init?(between old: Connection, and new: Connection) throws {
        for connection in [old, new] {
            guard connection.pages != nil, !connection.isInTransaction else { return nil }
        }
        let (oldRoots, newRoots) = (try old.roots(), try new.roots())
        let names = Set(oldRoots.keys).union(newRoots.keys).sorted()
        do {
            self.old = try PageTrees(old.image(), roots: names.map { oldRoots[$0]?.page ?? 0 })
            self.new = try PageTrees(new.image(), roots: names.map { newRoots[$0]?.page ?? 0 })
        } catch is UnreadablePages {
            return nil
        }
        var tables: [String: Int] = [:]
        for (index, name) in names.enumerated() {
            guard let one = oldRoots[name], let other = newRoots[name], one.sql == other.sql else {
                continue
            }
            tables[name] = index + 1
        }
        self.tables = tables
        let (oldTrees, newTrees) = (self.old.trees, self.new.trees)
        let (oldImage, newImage) = (self.old.image.pointer, self.new.image.pointer)
        let differs = (0..<max(oldTrees.count, newTrees.count)).map {
            !mockpostly_image_shares(oldImage, newImage, $0)
        }
        self.differs = differs
        // The first page has the counters of the file, which always differ.
        hasHiddenChanges = (1..<max(1, min(oldTrees.count, newTrees.count))).contains {
            differs[$0] && oldTrees[$0] == 0 && newTrees[$0] == 0
        }
    }

    /// The rows of `table` that may differ; `keys` is how many columns its primary key has.
    package func rows(of table: String, keys: Int) -> DifferingRows {
        guard let tree = tables[table] else { return .any }
        do {
            return try rows(of: tree, keys: keys)
        } catch {
            return .any
        }
    }

    private func rows(of tree: Int, keys: Int) throws(UnreadablePages) -> DifferingRows {
        let gone = old.rows[tree].filter { !isShared($0, tree, new) }
        let come = new.rows[tree].filter { !isShared($0, tree, old) }
        // Where most pages differ, reading the whole table takes less.
        guard gone.count + come.count <= (old.rows[tree].count + new.rows[tree].count) / 2 else {
            return .any
        }
        guard let first = old.rows[tree].first, let other = new.rows[tree].first else {
            return .any
        }
        let isIndex = try old.page(first).kind.isIndex
        guard try new.page(other).kind.isIndex == isIndex else { return .any }
        var found: [[Value]] = []
        for number in gone { found += try old.page(number).keys(keys) { _ in true } }
        for number in come { found += try new.page(number).keys(keys) { _ in true } }
        for number in old.rows[tree] where hasHiddenChanges && isShared(number, tree, new) {
            found += try old.page(number).keys(keys, where: isHiddenChange)
        }
        return DifferingRows(keys: found, areRowIDs: !isIndex)
    }

    /// Whether `other` has a page of the tree `tree` as well.
    private func isShared(_ page: UInt32, _ tree: Int, _ other: PageTrees) -> Bool {
        let index = Int(page) - 1
        return !differs[index] && other.trees[index] == tree
    }

    /// Whether the rest of a row on a shared page differs.
    ///
    /// The chain of its pages is the same up to the first one that differs.
    private func isHiddenChange(_ cell: TreePage.Cell) throws(UnreadablePages) -> Bool {
        guard var page = cell.overflow else { return false }
        for left in (0..<cell.overflowPages).reversed() {
            guard page > 0, page <= differs.count else { throw UnreadablePages() }
            if differs[Int(page) - 1] { return true }
            if left > 0 { page = try PageBytes(page, of: old.image).number32(0) }
        }
        return false
    }
}

extension TreePage {
    /// The row ids of the rows on the page; in an index their first `count` columns.
    fileprivate func keys(
        _ count: Int,
        where isWanted: (Cell) throws(UnreadablePages) -> Bool
    ) throws(UnreadablePages) -> [[Value]] {
        guard kind.hasRows else { throw UnreadablePages() }
        var keys: [[Value]] = []
        for index in 0..<cellCount {
            let cell = try cell(index)
            guard try isWanted(cell) else { continue }
            if let rowID = cell.rowID {
                keys.append([.integer(rowID)])
            } else {
                keys.append(try columns(count, of: cell))
            }
        }
        return keys
    }
}

extension Connection {
    /// The first page of each table and index by its name, and how it was described.
    fileprivate func roots() throws -> [String: (page: UInt32, sql: String?)] {
        var roots: [String: (page: UInt32, sql: String?)] = [:]
        try forEach("SELECT name, rootpage, sql FROM sqlite_schema WHERE rootpage > 0") { row in
            roots[row.text(0)] = (UInt32(clamping: row.int(1)), row.optionalText(2))
        }
        return roots
    }
}
