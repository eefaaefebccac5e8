internal import MockPostlySQLite

/// The records of DummyJSON of a seed.
extension SeedFilling {
    /// Says that there are no imported records.
    func forgetImport() {
        guard !saysImport else { return }
        saysImport = true
        attempt { try DocumentStore.removeImport(from: connection) }
    }

    /// Begins the records that stand in place of the program's own.
    func beginImport() {
        saysImport = true
        attempt {
            try DocumentStore.removeImport(from: connection)
            try DocumentStore.beginImport(in: connection)
        }
    }

    /// Adds an imported record, as compact JSON in JavaScript's form.
    func addImported(_ kind: DocumentKind, _ text: String) {
        let position = imported[kind.rawValue]
        imported[kind.rawValue] += 1
        attempt { try DocumentStore.addImported(kind, position, text, to: connection) }
    }

    func add(_ change: SeedDocuments.Change) {
        attempt { try DocumentStore.add(change, to: connection) }
    }

    func add(_ response: SeedDocuments.Response) {
        attempt { try DocumentStore.add(response, to: connection) }
    }

    /// Whether a record is changed or deleted already.
    func hasChange(_ key: SeedDocuments.Key) -> Bool {
        attempt { try DocumentStore.hasChange(key, in: connection) } ?? false
    }

    /// Whether a custom response has this identifier.
    func hasResponse(_ identifier: String) -> Bool {
        attempt { try domain.customResponses.find(identifier) != nil } ?? false
    }
}
