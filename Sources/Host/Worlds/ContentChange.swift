internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyWorld

/// What is to become of a world's content, done on any thread while the world waits.
struct ContentChange: Sendable {
    enum Aim: Sendable {
        case content(Content)
        /// What the world began with, in the systems that are named or in all.
        case start(Start, Set<ContentScope>?)
    }

    /// What a world began with.
    struct Start: Sendable {
        /// Nil when it is yet to be made.
        var known: Content?
        /// The stamp of the seed's files as they are now.
        var stamp: SeedStamp?
        var seed: SeedSource

        func make(_ registry: ContentRegistry, _ origin: DocumentOrigin) throws -> Content {
            try known ?? Content(Loader.image(of: seed, registry), origin)
        }
    }

    /// What has become of it.
    struct Outcome: Sendable {
        /// The content that the world is to have; nil when its file has it already.
        var content: Content?
        /// The records of the file that has it.
        var documents: LoadedDocuments?
        var start: Content?
    }

    var place: ContentPlace
    var aim: Aim
    var registry: ContentRegistry
    var origin: DocumentOrigin
    var survivesPowerLoss: Bool

    /// Bytes that are read and written, about.
    var bytes: Int {
        switch aim {
        case .content(let content): place.bytes + content.byteCount
        case .start(let start, _):
            place.bytes + (start.known?.byteCount ?? start.stamp?.byteCount ?? 0)
        }
    }

    /// Changes a copy of a content in memory, or the file that has it.
    func carryOut() throws -> Outcome {
        var start: Content?
        switch (place, aim) {
        case (.pages, .content(let content)): return Outcome(content: content)
        case (.pages(let present), .start(let aim, let scopes)):
            let known = try aim.make(registry, origin)
            start = known
            let domain = try Domain(present, Self.world, registry, origin)
            try Self.reset(domain, to: known, scopes)
            return Outcome(content: try domain.content, start: start)
        case (.dataFile(let path, _), _):
            let domain = try Domain(
                besideDataFile: path,
                survivesPowerLoss: survivesPowerLoss,
                Self.world,
                registry,
                origin
            )
            switch aim {
            case .content(let content): try domain.restore(content)
            case .start(let aim, let scopes):
                let known = try aim.make(registry, origin)
                start = known
                try Self.reset(domain, to: known, scopes)
            }
            let outcome = Outcome(documents: try domain.documents.loaded, start: start)
            try domain.close()
            return outcome
        case (.snapshotFile, _): preconditionFailure("no world lives in a snapshot")
        }
    }

    private static func reset(
        _ domain: Domain,
        to start: Content,
        _ scopes: Set<ContentScope>?
    ) throws {
        if let scopes {
            try domain.reset(scopes, to: start.image)
        } else {
            try domain.reset(to: start)
        }
        try domain.work.commit()
    }

    /// No date and no chance is asked for.
    private static var world: World {
        World(name: "change", clock: .frozen(at: Instant(seconds: 0)), randomSeed: 0)
    }
}
