internal import MockPostlyDialect
package import MockPostlyHTTP
package import MockPostlyJournal
internal import MockPostlyWorld

/// The journals of the worlds, and a look at their answers.
extension Worlds {
    /// The names of the served dialects.
    package var servedDialects: [String] {
        configuration.registry.served(configuration.dialects).map { $0.name }
    }

    /// The journal of a world; throws when none is kept.
    package func journal(of name: String) throws -> JournalReader {
        let world = try found(name)
        guard let journal = world.journal else { throw HostError.noJournal }
        let reference = world.reference
        return JournalReader(of: name, journal, configuration.registry) { place in
            reference.object?.dialect(at: place)
        } now: {
            reference.object?.now
        }
    }

    /// The answer of a world's dialect to a GET request, for which nothing is counted or kept.
    ///
    /// Nil while the world's content is being changed.
    package func peek(_ request: Request, in name: String) throws -> Reply? {
        let world = try found(name)
        guard !world.isHeld, !world.isDeleted else { return nil }
        return try world.withoutCountingReads {
            try world.owner(of: request).dialect.respond(to: request).reply
        }
    }
}
