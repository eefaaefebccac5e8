internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyWorld

/// A replacement of a world's content, carried out on any thread while the world's requests wait.
struct ContentChange: Sendable {
    /// What the content is replaced by.
    enum Aim: Sendable {
        case content(Content)
        /// What the world began with: only the named scopes of it, or all (nil).
        case start(Start, Set<ContentScope>?)
    }

    /// The content that a world began with, or how to make it.
    struct Start: Sendable {
        /// The content; nil when it must be made from ``seed`` first.
        var known: Content?
        /// Whether relative dates of ``known`` are of another time than ``now``, and must move.
        var mustMove = false
        /// The stamp of the seed's files now; nil when the world has no seed.
        var stamp: SeedStamp?
        var seed: SeedSource
        /// The time of the world, to which the content of a seed moves; nil for a content that is no
        /// seed's.
        var now: Instant?

        func make(_ registry: ContentRegistry, _ origin: DocumentOrigin) throws -> Content {
            guard let known else {
                let time = now ?? Instant(seconds: 0)
                return try Loader.content(of: seed, registry, origin, on: time)
            }
            return try now.map { try known.following($0, registry, origin) } ?? known
        }
    }

    /// The result, which ``World/complete(_:with:)`` takes over on the loop's thread.
    struct Outcome: Sendable {
        /// The new content; nil when the data file has been changed already.
        var content: Content?
        /// The documents of the changed data file; nil for a world in memory.
        var documents: LoadedDocuments?
        /// The pages of the changed data file, for the world's own connection.
        var fileImage: ContentFileImage?
        /// What the world began with, when the change used it; nil otherwise.
        var start: Content?
    }

    var place: ContentPlace
    var aim: Aim
    var registry: ContentRegistry
    var origin: DocumentOrigin
    var survivesPowerLoss: Bool

    /// About how many bytes are read and written; decides which thread does the work.
    var bytes: Int {
        switch aim {
        case .content(let content): place.bytes + content.byteCount
        case .start(let start, _):
            place.bytes + (start.known?.byteCount ?? start.stamp?.byteCount ?? 0)
        }
    }

    /// Makes the new content: from a copy in memory, or in the data file, by its own connection.
    func carryOut() throws -> Outcome {
        var start: Content?
        switch (place, aim) {
        case (.pages, .content(let content)): return Outcome(content: content)
        case (.pages(let present), .start(let aim, let scopes)):
            let known = try aim.make(registry, origin)
            start = known
            let domain = try Domain(present, Self.world, registry: registry, origin: origin)
            try Self.reset(domain, to: known, scopes)
            return Outcome(content: try domain.content, start: start)
        case (.dataFile(let path, _), _):
            let domain = try Domain(
                besideDataFile: path,
                survivesPowerLoss: survivesPowerLoss,
                world: Self.world,
                registry: registry,
                origin: origin
            )
            switch aim {
            case .content(let content): try domain.restore(content)
            case .start(let aim, let scopes):
                let known = try aim.make(registry, origin)
                start = known
                try Self.reset(domain, to: known, scopes)
            }
            var outcome = Outcome(documents: try domain.documents.loaded, start: start)
            outcome.fileImage = domain.lastFileImage
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

    /// A fixed clock and seed, because a reset asks for neither dates nor random numbers.
    private static var world: TimeAndChance {
        TimeAndChance(name: "change", clock: .frozen(at: Instant(seconds: 0)), randomSeed: 0)
    }
}
