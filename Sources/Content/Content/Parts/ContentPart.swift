package import MockPostlySQLite
package import MockPostlyWorld

/// One part of the content, such as posts, with its migrations, tables and member of a seed.
///
/// A part that is listed in a ``ContentRegistry`` takes part in data files, snapshots, comparisons,
/// exports, imports, resets and seeds.
///
/// ```swift
/// package static let photos = ContentPart(
///     "posts", .postly,
///     migrations: [.blog],
///     tables: [.post, .comment],
///     seed: PostsSeed.self
/// )
/// ```
package struct ContentPart: Sendable {
    /// Its name inside the program, in one word: `posts`.
    package let name: String
    /// The system that it is reset with.
    package let scope: ContentScope
    /// In order; a released migration is never changed.
    package let migrations: [Migration]
    /// Tables come after the tables that they refer to.
    package let tables: [ContentTable]
    /// Its member of a seed; nil when seeds do not contain it.
    package let seed: (any SeedPart.Type)?
    /// Its search index; nil for none.
    package let index: (any ContentIndex.Type)?
    /// Corrects the counters of its tables, within an open transaction; nil when it has none.
    ///
    /// Only wrong counters are written.
    package let recount: (@Sendable (Connection) throws -> Void)?
    /// Deletes what is the own of the account with this number, within an open unit of work; nil when
    /// nothing is.
    package let forget: (@Sendable (_ account: Int64, UnitOfWork, TimeAndChance) throws -> Void)?
    /// The numbers that people compare with what an app shows, in the order in which they are told;
    /// nil when it has none.
    package let counts: (@Sendable (Connection) throws -> [ContentCount])?
    /// Whether it comes after all other parts in seeds and in rebuilt databases.
    package let standsLast: Bool

    /// - Parameters:
    ///   - name: unique in its registry.
    ///   - scope: is set on all `tables`.
    ///   - migrations: in the order in which they run.
    ///   - tables: a table comes after those that it refers to.
    ///   - seed: reads and writes its member of a seed file.
    ///   - index: its search index.
    ///   - recount: corrects its counters.
    ///   - forget: deletes what an account has.
    ///   - counts: counts for people.
    ///   - standsLast: whether it comes after all other parts.
    package init(
        _ name: String,
        _ scope: ContentScope,
        migrations: [Migration] = [],
        tables: [ContentTable] = [],
        seed: (any SeedPart.Type)? = nil,
        index: (any ContentIndex.Type)? = nil,
        recount: (@Sendable (Connection) throws -> Void)? = nil,
        forget: (@Sendable (_ account: Int64, UnitOfWork, TimeAndChance) throws -> Void)? = nil,
        counts: (@Sendable (Connection) throws -> [ContentCount])? = nil,
        standsLast: Bool = false
    ) {
        (self.name, self.scope, self.migrations) = (name, scope, migrations)
        self.tables = tables.map { table in
            var table = table
            table.scope = scope
            return table
        }
        (self.seed, self.index, self.recount) = (seed, index, recount)
        self.forget = forget
        self.counts = counts
        self.standsLast = standsLast
    }
}
