package import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// The custom responses of one world.
///
/// Belongs to the loop's thread.
package final class CustomResponseStore {
    private let work: UnitOfWork
    private let documents: DocumentStore
    /// How many responses there are, how large they are together, and ``DocumentStore/loads`` at
    /// that time.
    ///
    /// Whatever replaces the responses or undoes a write loads the documents again: when `loads`
    /// has grown, the numbers are counted again. Nil before the first count.
    private var size: (count: Int, bytes: Int, loads: Int)?

    /// The responses in the database of `work`, whose records `documents` are.
    package init(_ work: UnitOfWork, _ documents: DocumentStore) {
        self.work = work
        self.documents = documents
    }

    /// The response with this identifier; nil when there is none.
    ///
    /// Compared byte by byte.
    ///
    /// - Throws: SQLite's errors.
    package func find(_ identifier: String) throws -> CustomResponse? {
        try work.connection.first(
            "SELECT method, body, created_at FROM custom_response WHERE identifier = ?1",
            [.text(identifier)]
        ) { row in
            CustomResponse(
                method: row.text(0),
                body: row.bytes(1),
                createdAt: Instant(microseconds: row.int(2))
            )
        }
    }

    /// Stores a response; when the identifier is taken, the older response stays as it is.
    ///
    /// Throws ``TooManyCustomResponses`` when it would exceed `limits`; nothing is stored then.
    ///
    /// - Parameters:
    ///   - identifier: the part of the URL, such as `4ff2-8a10-4b6c-a1d3`.
    ///   - response: what clients get.
    ///   - limits: of the whole world.
    /// - Throws: ``TooManyCustomResponses``, and SQLite's errors.
    package func add(
        _ identifier: String,
        _ response: CustomResponse,
        within limits: CustomResponseLimits = CustomResponseLimits()
    ) throws {
        guard try find(identifier) == nil else { return }
        var size = try measure()
        size.count += 1
        size.bytes += response.body.count
        guard size.count <= limits.count, size.bytes <= limits.bytes else {
            throw TooManyCustomResponses()
        }
        try work.writeOnce {
            _ = try work.connection.run(
                """
                INSERT OR IGNORE INTO custom_response (identifier, method, body, created_at)
                VALUES (?1, ?2, ?3, ?4)
                """,
                [
                    .text(identifier), .text(response.method),
                    .text(String(decoding: response.body, as: UTF8.self)),
                    .integer(response.createdAt.microseconds),
                ]
            )
        }
        self.size = size
    }

    private func measure() throws -> (count: Int, bytes: Int, loads: Int) {
        let loads = documents.loads
        if let size, size.loads == loads { return size }
        let found = try work.connection.first(
            "SELECT count(*), coalesce(sum(length(CAST(body AS BLOB))), 0) FROM custom_response"
        ) { (count: Int($0.int(0)), bytes: Int($0.int(1)), loads: loads) }
        return found ?? (0, 0, loads)
    }
}
