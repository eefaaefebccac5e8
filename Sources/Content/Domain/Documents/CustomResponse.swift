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

/// The custom responses of one world.
///
/// Belongs to the loop's thread.
package struct CustomResponseStore {
    private let work: UnitOfWork

    init(_ work: UnitOfWork) {
        self.work = work
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
    package func add(_ identifier: String, _ response: CustomResponse) throws {
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
    }
}
