package import MockPostlySQLite
internal import MockPostlyWorld

/// The whole content of a world as one seed file.
///
/// A seed lists people and what they did; internal numbers and counters are left out. Reading it
/// gives the same content, and exporting that gives the same bytes.
package enum SeedExport {
    /// The seed file of the content of `connection`, which is only read.
    ///
    /// `parts` are all parts of the content. With `followsClock`, dates that came from a seed
    /// relative to the day of filling are written in that way again, so that they go on moving;
    /// else all dates are whole.
    ///
    /// - Parameters:
    ///   - connection: the content, in one state: a transaction is open, or nobody writes.
    ///   - parts: in the order in which they are read again.
    ///   - followsClock: whether relative dates stay relative.
    ///   - saysTime: whether the time of filling is written, to which relative dates belong that are
    ///     not in the content.
    /// - Returns: JSON with two spaces per level and a newline at its end; it begins with `"exact":
    ///   true`.
    /// - Throws: SQLite's errors.
    package static func json(
        of connection: Connection,
        _ parts: [any SeedPart.Type],
        followsClock: Bool = false,
        saysTime: Bool = false
    ) throws -> [UInt8] {
        let filled = followsClock ? try SeedingMark.date(on: connection) : nil
        let content = ExportedContent(connection, filledAt: filled)
        var writer = SeedWriter()
        writer.beginObject()
        // Everything that the API has accepted must be readable again, even an account without an
        // e-mail.
        writer.field("exact", isTrue: true)
        if saysTime, let filled = try SeedingMark.date(on: connection) {
            writer.key("filledAt")
            writer.date(filled.microseconds)
        }
        for part in parts { try part.write(content, &writer) }
        writer.endObject()
        return writer.finish()
    }
}
