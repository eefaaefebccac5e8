import MockPostlyJSON
import MockPostlySQLite
import MockPostlyTestKit
import Testing

@testable import MockPostlyContent
@testable import MockPostlyNouns
@testable import MockPostlySeeds

@Suite(.timeLimit(.minutes(15)))
struct DocumentPlacesTests {
    private func list(_ ids: [Int64]) -> [Document] {
        ids.compactMap { Document(Array("{\"id\":\($0)}".utf8)) }
    }

    private static let lists: [[Int64]] = [
        [], [1, 2, 3], [2, 4, 9], [3, 1, 2], [5, 5, 1], [1, 2, 2, 3], [-4, 0, 7], [7, 3, 1, 2, 5],
    ]

    @Test(arguments: lists)
    func `each record is found where it stands first`(ids: [Int64]) {
        let list = list(ids)
        var places = DocumentPlaces()
        for id in Int64(-5)...10 {
            let place = places.index(of: id, in: list)
            // At its id less one, if it is there, whatever stands before it.
            let usual = id >= 1 && id <= list.count && list[Int(id) - 1].id == id
            #expect(place == (usual ? Int(id) - 1 : ids.firstIndex(of: id)))
        }
    }

    @Test(arguments: [[2, 4, 9], [9, 4, 2], []] as [[Int64]])
    func `what is appended is found too`(ids: [Int64]) {
        var list = list(ids)
        var places = DocumentPlaces()
        #expect(places.index(of: 100, in: list) == nil)
        for id in [20, 30, 25, 1, 40] as [Int64] {
            places.note(appended: id, to: list)
            list += self.list([id])
            for (place, document) in list.enumerated() {
                #expect(places.index(of: document.id, in: list) == place)
            }
        }
        #expect(places.index(of: 100, in: list) == nil)
    }

    @Test
    func `a hundred thousand changes are loaded at once, in whatever order the records stand`()
        throws
    {
        let count = 100_000
        let base = DocumentSet { kind in
            guard kind == .todos else { return Array("[]".utf8) }
            // From behind, and with gaps.
            let records = (1...count).reversed().map { "{\"id\":\(3 * $0)}" }
            return Array("[\(records.joined(separator: ","))]".utf8)
        }
        let origin = DocumentOrigin(.empty) { _ in base }
        let domain = try Domain.inMemory(.frozen(), documents: origin)
        _ = try domain.work.write {
            try domain.work.connection.run(
                """
                WITH RECURSIVE number (n) AS
                    (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 100000)
                INSERT INTO document_change (kind, id, body)
                SELECT 3, 3 * n, CASE n % 2 WHEN 0 THEN '{"id":' || (3 * n) || ',"a":1}' END
                FROM number
                """
            )
        }
        try domain.documents.reload()
        #expect(domain.documents.count(.todos) == count / 2)
        #expect(domain.documents.find(.todos, 3) == nil)
        #expect(domain.documents.find(.todos, 6)?["a"]?.int == 1)
        #expect(domain.documents.all(.todos).first?.id == Int64(3 * count))
        #expect(domain.documents.nextID(.todos) == Int64(3 * count + 1))
    }
}
