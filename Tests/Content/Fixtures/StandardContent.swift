import MockPostlySQLite

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

// The content of these tests is the standard one, unless they say otherwise.

extension Migration {
    static var all: [Migration] { ContentRegistry.standard.migrations }
}

extension ContentFile {
    static func image(of bytes: [UInt8]) throws(ContentFault) -> PageImage {
        try image(of: bytes, .standard)
    }

    static func rowCount(_ path: String) -> Int64 { rowCount(path, .standard) }
}

extension DataFile {
    convenience init(
        _ path: String,
        survivesPowerLoss: Bool,
        migrations: [Migration]? = nil
    ) throws(DataFileFault) {
        try self.init(
            path,
            survivesPowerLoss: survivesPowerLoss,
            .standard,
            migrations: migrations
        )
    }
}

extension Connection {
    func rowCount() throws -> Int64 { try ContentRegistry.standard.rowCount(on: self) }
}

extension SeedExport {
    static func json(of connection: Connection) throws -> [UInt8] {
        try json(of: connection, ContentRegistry.standard.seeds)
    }
}

extension SeedSummary {
    static func check(_ source: SeedSource, limit: Int = 20) -> SeedSummary {
        check(source, .standard, limit: limit)
    }

    var counts: SeedCounts { SeedCounts(tallies) }
}

/// How much a seed holds.
struct SeedCounts: Equatable {
    var users = 0
    var posts = 0
    var comments = 0
    var likes = 0
    var community = CommunityCounts()
}

/// How much a seed holds for the community.
struct CommunityCounts: Equatable {
    var members = 0
    var posts = 0
    var comments = 0
    var likes = 0
    var tokens = 0
}

extension SeedCounts {
    init(_ tallies: [SeedTally]) {
        func count(_ noun: String, _ title: String? = nil) -> Int {
            tallies.first { tally in
                tally.title == title && tally.counts.contains { $0.noun == noun }
            }?
            .counts.first { $0.noun == noun }?.count ?? 0
        }
        self.init(
            users: count("user"),
            posts: count("post"),
            comments: count("comment"),
            likes: count("like"),
            community: CommunityCounts(
                members: count("member", "community"),
                posts: count("post", "community"),
                comments: count("comment", "community"),
                likes: count("like", "community"),
                tokens: count("token", "community")
            )
        )
    }
}
