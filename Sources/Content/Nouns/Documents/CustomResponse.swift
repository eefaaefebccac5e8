internal import MockPostlyContent
internal import MockPostlySQLite
package import MockPostlyWorld

/// An answer that a client has asked for, to be had at a URL of its own.
package struct CustomResponse: Sendable, Equatable {
    /// The method that it answers to.
    package var method: String
    /// Its JSON.
    package var body: [UInt8]
    package var createdAt: Instant

    package init(method: String, body: [UInt8], createdAt: Instant) {
        self.method = method
        self.body = body
        self.createdAt = createdAt
    }
}

/// How many custom responses a world keeps.
package struct CustomResponseLimits: Sendable, Equatable {
    package var count = 1000
    /// Of their bodies together.
    package var bytes = 32 * 1024 * 1024

    package init() {}
}

/// There are as many custom responses as a world keeps, or as large ones.
package struct TooManyCustomResponses: Error {}

/// The custom responses of one world.
///
/// Belongs to the loop's thread.
package final class CustomResponseStore {
    private let work: UnitOfWork
    private let documents: DocumentStore
    /// How much there is, and how often the documents had been read by then.
    ///
    /// Whatever replaces the responses or undoes one has the documents read again. Nil before
    /// anybody has counted.
    private var size: (count: Int, bytes: Int, loads: Int)?

    init(_ work: UnitOfWork, _ documents: DocumentStore) {
        self.work = work
        self.documents = documents
    }

    /// Whether there is an answer with this identifier.
    static func has(_ identifier: String, in connection: Connection) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM custom_response WHERE identifier = ?1",
            [.text(identifier)]
        ) { _ in true } ?? false
    }

    /// Gives identifier, method, body and date of each answer, for seeds.
    static func forEachRow(
        of connection: Connection,
        _ body: (borrowing Row) throws -> Void
    ) throws {
        try connection.forEach(
            """
            SELECT identifier, method, body, created_at
            FROM custom_response
            ORDER BY identifier
            """,
            [],
            body
        )
    }

    /// The answer with this identifier.
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

    /// Keeps an answer; one with the same identifier stays as it is.
    ///
    /// Throws ``TooManyCustomResponses`` when it would be more than `limits`; nothing is kept then.
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
