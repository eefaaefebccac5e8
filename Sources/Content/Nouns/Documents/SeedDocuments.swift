package import MockPostlyWorld

/// What a seed says about the records of DummyJSON.
package enum SeedDocuments {
    package struct Key: Sendable, Hashable {
        package var kind: DocumentKind
        package var id: Int64
    }

    /// A record that was added or changed; without a body, one that was deleted.
    package struct Change: Sendable, Equatable {
        package var key: Key
        package var body: String?
    }

    package struct Response: Sendable, Equatable {
        package var identifier: String
        package var method: String
        package var body: String
        package var createdAt: Instant
    }
}
