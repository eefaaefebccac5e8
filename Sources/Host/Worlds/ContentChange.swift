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
        /// What the present content is compared with; nil when it must be made too.
        var baseline: Content?
        /// The time to which the relative dates of the baseline belong.
        var baselineTime = Instant(seconds: 0)

        func make(_ registry: ContentRegistry, _ origin: DocumentOrigin) throws -> Content {
            guard let known else {
                let time = now ?? Instant(seconds: 0)
                return try Loader.content(of: seed, registry, origin, on: time)
            }
            return try now.map { try known.following($0, registry, origin) } ?? known
        }
    }

    /// What the content is compared with after the reset of `scopes` to `known`: in the others, what
    /// it was before.
    static func baseline(
        _ start: Start,
        _ known: Content,
        _ scopes: Set<ContentScope>?,
        _ registry: ContentRegistry,
        _ origin: DocumentOrigin
    ) throws -> Content {
        guard let scopes else { return known }
        let earlier =
            try start.baseline
            ?? Loader.content(
                of: start.seed,
                registry,
                origin,
                on: start.baselineTime
            )
        if earlier.image === known.image { return known }
        let domain = try Domain(earlier, world, registry: registry, origin: origin)
        try domain.reset(scopes, to: known.image)
        try domain.work.commit()
        return try domain.content
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
        /// What the content is compared with from now on, when the change used ``start``.
        var baseline: Content?
    }

    var place: ContentPlace
    var aim: Aim
    var registry: ContentRegistry
    var origin: DocumentOrigin
    var survivesPowerLoss: Bool

    /// Whether a seed is read again because dates of it move.
    var readsSeed: Bool {
        guard case .start(let start, _) = aim, start.mustMove else { return false }
        return start.known?.movingSeed?.mustRead ?? false
    }

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
        var baseline: Content?
        switch (place, aim) {
        case (.pages, .content(let content)): return Outcome(content: content)
        case (.pages(let present), .start(let aim, let scopes)):
            let known = try aim.make(registry, origin)
            start = known
            let domain = try Domain(present, Self.world, registry: registry, origin: origin)
            try Self.reset(domain, to: known, scopes)
            let baseline = try Self.baseline(aim, known, scopes, registry, origin)
            return Outcome(content: try domain.content, start: start, baseline: baseline)
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
                baseline = try Self.baseline(aim, known, scopes, registry, origin)
            }
            var outcome = Outcome(documents: try domain.documents.loaded, start: start)
            outcome.baseline = baseline
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
