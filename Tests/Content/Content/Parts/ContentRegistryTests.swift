import MockPostlySQLite
import MockPostlyWorld
import Testing

@testable import CommunityContent
@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds
@testable import PexelsContent

/// The description of the tables against the database that the migrations make.
@Suite("Registry of the content")
struct ContentRegistryTests {
    private let registry = ContentRegistry.standard
    private let connection: Connection

    init() throws {
        connection = try Connection(.pages(ContentRegistry.standard.empty()))
    }

    @Test
    func `every table is described, and there is no other`() throws {
        let tables = try connection.schema().filter { $0.type == "table" }.map(\.name)
        let own = tables.filter { !$0.hasPrefix("sqlite_") }
        #expect(Set(own) == Set(registry.tables.flatMap(\.allNames)))
    }

    @Test(arguments: ContentRegistry.standard.tables)
    func `every column is described, and there is no other`(table: ContentTable) throws {
        let own = try connection.columns(of: table.name)
        #expect(Set(own) == Set(table.ownColumns.map(\.name)))
        #expect(own.count == table.ownColumns.count)
        guard let annex = table.annex else { return }
        let last = try #require(table.columns.last)
        #expect(try connection.columns(of: annex) == [table.columns[0].name, last.name])
    }

    @Test(arguments: ContentRegistry.standard.tables)
    func `keys, kinds and what may be absent are as the database has them`(
        table: ContentTable
    ) throws {
        for name in table.allNames {
            try connection.forEach(
                "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1)",
                [.text(name)]
            ) { row in
                let column = row.text(0)
                let position = table.position(of: column)
                let described = table.columns[position]
                #expect(described.rule.isText == (row.text(1) == "TEXT"), "\(name).\(column)")
                let isKey = row.int(3) > 0
                if name == table.name {
                    #expect(isKey == (position < table.keys), "\(name).\(column)")
                    if isKey { #expect(Int(row.int(3)) == position + 1) }
                }
                if !isKey { #expect(described.isOptional == (row.int(2) == 0), "\(column)") }
            }
        }
    }

    @Test(arguments: ContentRegistry.standard.tables)
    func `sequences are those of the database`(table: ContentTable) throws {
        let sql = try connection.schema().first { $0.name == table.name }?.sql
        #expect(try #require(sql).contains("AUTOINCREMENT") == table.hasSequence)
    }

    @Test(arguments: ContentRegistry.standard.tables)
    func `references of the database are described, and lead to what comes earlier`(
        table: ContentTable
    ) throws {
        var references: [String: String] = [:]
        try connection.forEach(
            "SELECT \"from\", \"table\" FROM pragma_foreign_key_list(?1)",
            [.text(table.name)]
        ) { references[$0.text(0)] = $0.text(1) }
        for column in table.columns where !column.rule.isText {
            #expect(column.rule.referredTable == references[column.name])
        }
        let earlier = registry.tables.prefix { $0.name != table.name }.map(\.name)
        for column in table.columns {
            if let other = column.rule.referredTable { #expect(earlier.contains(other)) }
        }
    }

    @Test
    func `scopes are named in a fixed order`() {
        #expect(
            registry.scopes.map(\.name) == [
                "postly", "dummyjson", "community", "pexels", "wreely", "realworld", "api",
            ]
        )
        #expect(registry.scope(named: "community") == .community)
        #expect(registry.scope(named: "Community") == nil)
        #expect(registry.withTables([.pexels, .postly]) == [.postly])
    }

    @Test
    func `a seed has its members in a fixed order`() {
        #expect(
            registry.seeds.map { $0.member } == [
                "users", "posts", "community", "wreely", "realworld", "api", "dummyjson",
            ]
        )
    }
}

extension ContentTable: CustomTestStringConvertible {
    package var testDescription: String { name }
}
