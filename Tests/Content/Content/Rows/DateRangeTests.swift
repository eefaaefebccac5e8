import MockPostlySQLite
import MockPostlyTestKit
import MockPostlyWorld
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

/// Dates in years without four digits, which a seed has as microseconds.
@Suite("Dates of contents")
struct DateRangeTests {
    private static let largest = Int64.datesInContent.upperBound

    private func seed(_ date: Int64) -> SeedSource {
        let json = """
            {"exact": true,
             "users": [{"userId": "1", "name": "Ada", "email": "a@x", "createdAt": \(date)}],
             "posts": [{"author": "a@x", "title": "T", "content": "C", "createdAt": \(date),
               "comments": [{"author": "a@x", "content": "D", "createdAt": \(date)}]}],
             "community": {
               "members": [{"user": "a@x", "joinedAt": \(date)}],
               "posts": [{"author": "a@x", "content": "E", "createdAt": \(date)}]}}
            """
        return .bytes(Array(json.utf8), name: "s")
    }

    private static let dates = [
        largest, -largest, 253_402_300_800_000_000, -62_167_219_200_000_001,
    ]

    @Test(arguments: dates)
    func `what a seed brings can be exported and imported`(date: Int64) throws {
        let domain = try Domain.inMemory(.frozen(), seed: seed(date))
        let image = try ContentFile.image(of: domain.work.connection.serialize())
        let imported = try Connection(.pages(image))
        #expect(try dump(imported) == dump(domain.work.connection))
        #expect(
            try SeedExport.json(of: imported) == SeedExport.json(of: domain.work.connection)
        )
    }

    @Test(arguments: dates)
    func `a data file made of a seed opens again`(date: Int64) throws {
        let directory = try ScratchDirectory()
        let path = directory.file("dates.db")
        do {
            let file = try DataFile(path, survivesPowerLoss: false)
            let domain = try Domain(file.connection, .frozen())
            try domain.fill(from: seed(date))
            try file.connection.close()
        }
        let file = try DataFile(path, survivesPowerLoss: false)
        #expect(try Domain(file.connection, .frozen()).totals().posts == 1)
    }

    @Test(arguments: [largest + 1, -largest - 1, .max, .min])
    func `a date beyond them is a fault of the seed`(date: Int64) {
        let faults = SeedSummary.check(seed(date)).faults
        #expect(faults.count == 5)
        #expect(faults.allSatisfy { $0.words.hasPrefix("expected a date such as") })
    }
}
