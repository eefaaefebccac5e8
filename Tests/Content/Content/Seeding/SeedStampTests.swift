import Foundation
import Testing

@testable import MockPostlyContent

@Suite("Seed stamp")
struct SeedStampTests {
    @Test
    func `the stamp changes with the files, and only with them`() throws {
        let folder = try SeedFolder(["a.json": "{}"])
        var stamp = try folder.source.stamp()
        #expect(try folder.source.stamp() == stamp)

        func changes(_ body: () throws -> Void) throws -> Bool {
            try body()
            let next = try folder.source.stamp()
            defer { stamp = next }
            return next != stamp
        }
        #expect(try changes { try folder.write(#"{"users": []}"#, to: "a.json") })
        #expect(try changes { try folder.write("{}", to: "b.json") })
        #expect(try changes { try FileManager.default.removeItem(atPath: folder.path + "/a.json") })
        #expect(try !changes { try folder.write("x", to: "notes.txt") })
        #expect(
            try changes {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: 1)],
                    ofItemAtPath: folder.path + "/b.json"
                )
            }
        )
    }

    @Test
    func `what is no file never changes`() throws {
        #expect(try SeedSource.standard.stamp() == SeedSource.empty.stamp())
        #expect(try SeedSource.bytes([], name: "a").stamp() == SeedSource.standard.stamp())
    }

    @Test
    func `a path that leads nowhere has none`() {
        #expect(throws: SeedFault.self) { try SeedSource.paths(["/nowhere/at/all"]).stamp() }
    }
}
