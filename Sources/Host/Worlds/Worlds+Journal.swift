internal import MockPostlyControl
internal import MockPostlyDialect
package import MockPostlyHTTP
package import MockPostlyJournal
internal import MockPostlyWorld

/// What the control plane asks of journals.
extension Worlds {
    package var servedDialects: [String] {
        configuration.registry.served(configuration.dialects).map { $0.name }
    }

    package func journal(of name: String) throws -> JournalReader {
        let world = try found(name)
        guard let journal = world.journal else { throw HostError.noJournal }
        return JournalReader(of: name, journal, configuration.registry) {
            [world = world.reference] place in
            world.object?.dialect(at: place)
        }
    }

    package func send(_ request: Request, answer: @escaping (Response, Int?) -> Void) {
        handle(request, answer)
    }

    package func peek(_ request: Request, in name: String) throws -> Reply? {
        let world = try found(name)
        guard !world.isHeld, !world.isDeleted else { return nil }
        let asker = world.context.asker
        defer { world.context.asker = asker }
        return try world.withoutCountingReads {
            try world.owner(of: request).dialect.respond(to: request).reply
        }
    }
}
