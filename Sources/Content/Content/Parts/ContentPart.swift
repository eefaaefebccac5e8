package import MockPostlySQLite

/// One noun of the content with all that follows from it: a world, its data file, snapshots,
/// comparisons, exports, imports and resets, and seeds.
///
/// Another one is added by listing it in a ``ContentRegistry``.
package struct ContentPart: Sendable {
    /// What the program calls it, in one word: `posts`.
    package let name: String
    /// The system that is reset with it.
    package let scope: ContentScope
    /// In order; never changed once they are released.
    package let migrations: [Migration]
    /// Those that rows refer to come first.
    package let tables: [ContentTable]
    /// What it has in a seed; nil when seeds say nothing of it.
    package let seed: (any SeedPart.Type)?
    package let index: (any ContentIndex.Type)?
    /// Makes numbers right that stand beside the rows they count, within a transaction that is open;
    /// writes only what was wrong.
    package let recount: (@Sendable (Connection) throws -> Void)?
    /// Whether its rows stand behind those of all other parts in seeds and in databases that are made
    /// anew.
    package let standsLast: Bool

    package init(
        _ name: String,
        _ scope: ContentScope,
        migrations: [Migration] = [],
        tables: [ContentTable] = [],
        seed: (any SeedPart.Type)? = nil,
        index: (any ContentIndex.Type)? = nil,
        recount: (@Sendable (Connection) throws -> Void)? = nil,
        standsLast: Bool = false
    ) {
        (self.name, self.scope, self.migrations) = (name, scope, migrations)
        self.tables = tables.map { table in
            var table = table
            table.scope = scope
            return table
        }
        (self.seed, self.index, self.recount) = (seed, index, recount)
        self.standsLast = standsLast
    }
}
