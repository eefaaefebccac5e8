package import MockPostlySQLite

/// The whole content of a world as one seed file.
///
/// A seed is a list of people and what they did, so internal numbers and what can be counted are
/// left out. What reads it back has the same content: exporting that gives the same bytes.
package enum SeedExport {
    /// The seed file of the content of `connection`, which is only read; `parts` are all that it has.
    package static func json(
        of connection: Connection,
        _ parts: [any SeedPart.Type]
    ) throws -> [UInt8] {
        let content = ExportedContent(connection)
        var writer = SeedWriter()
        writer.beginObject()
        // Nothing that the API has made is wrong, be it a person without an e-mail.
        writer.field("exact", isTrue: true)
        for part in parts { try part.write(content, &writer) }
        writer.endObject()
        return writer.finish()
    }
}
