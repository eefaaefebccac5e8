internal import MockPostlyContent
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Moves the dates that a seed gave relative to the day of filling.
enum WreelyFollowing {
    /// Moves them by whole days, within an open transaction.
    static func move(_ connection: Connection, by days: Int64) throws {
        let shift: [Value] = [.integer(days * Instant.microsecondsOfDay)]
        try connection.run(
            "UPDATE wreely_post SET created_at = created_at + ?1 WHERE follows = 1",
            shift
        )
        try connection.run(
            "UPDATE wreely_comment SET created_at = created_at + ?1 WHERE follows = 1",
            shift
        )
        try connection.run(
            """
            UPDATE wreely_event SET starts_at = starts_at + ?1, ends_at = ends_at + ?1
            WHERE follows = 1
            """,
            shift
        )
        try connection.run(
            """
            UPDATE wreely_booking SET starts_at = starts_at + ?1, ends_at = ends_at + ?1
            WHERE follows = 1
            """,
            shift
        )
    }
}
