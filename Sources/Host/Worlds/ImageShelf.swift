internal import MockPostlyContent
internal import MockPostlyFiles
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import MockPostlySeeds
internal import MockPostlyWorld

/// A cache of the contents that worlds begin with; worlds share these images.
///
/// Belongs to the loop's thread.
final class ImageShelf {
    enum Key: Hashable, Sendable {
        /// The server's seed.
        case seed
        case empty
        case scenario(Scenario)
        /// Seed files and directories, read together.
        case files([String])
        /// A seed file or directory that a request has named.
        case named(String, FileRule)

        /// Whether its content may change while the server runs.
        fileprivate var mayChange: Bool {
            switch self {
            case .seed, .files, .named: true
            case .empty, .scenario: false
            }
        }

        fileprivate var namesFiles: Bool {
            switch self {
            case .files, .named: true
            case .seed, .empty, .scenario: false
            }
        }
    }

    private struct Kept {
        var key: Key
        /// The time to which its relative dates belong.
        var filledAt: Instant
        /// Whether a world with a running clock asked for that time: nobody asks for it again.
        var isPassing: Bool
        var content: Content
        /// The stamp of the files it was made from.
        var stamp: SeedStamp
    }

    private let seed: SeedSource
    private let registry: ContentRegistry
    private let origin: DocumentOrigin
    /// The contents, the least recently used first.
    private var kept: [Kept] = []
    /// The most contents of named files that are kept.
    private static let mostFiles = 32
    /// The most bytes of the contents of named files.
    private let mostFileBytes: Int
    /// The most times of one seed that are kept for frozen clocks.
    ///
    /// One of the server's clock and one of chosen clocks; one of running clocks is kept beside them.
    private static let mostTimes = 2

    init(
        _ seed: SeedSource,
        registry: ContentRegistry,
        origin: DocumentOrigin,
        mostFileBytes: Int = 256 << 20
    ) {
        (self.seed, self.registry, self.origin) = (seed, registry, origin)
        self.mostFileBytes = mostFileBytes
    }

    /// The content of `key` with its relative dates as of `now`, which passes where the clock runs.
    ///
    /// At once when it is kept; else another thread makes it, or moves the dates of one that was
    /// kept for another time, or throws ``HostError/seedAtFault(_:)``.
    func content(
        _ key: Key,
        on now: Instant,
        isPassing: Bool = false
    ) -> Deferred<(Content, SeedStamp)> {
        let stamp = key.mayChange ? try? source(key)().stamp() : nil
        // What was made of files that have changed since is of no use; the rest never changes.
        if key.mayChange { kept.removeAll { $0.key == key && $0.stamp != stamp } }
        if let index = kept.firstIndex(where: { isCurrent($0, key, at: now) }) {
            let known = kept.remove(at: index)
            kept.append(known)
            return .now((known.content, known.stamp))
        }
        let known = kept.last { $0.key == key }
        let (source, registry, origin) = (source(key), registry, origin)
        let bytes = known?.content.byteCount ?? stamp?.byteCount ?? 0
        return .later(on: .contents(bytes: bytes)) {
            if let known {
                return (try known.content.following(now, registry, origin), known.stamp)
            }
            let source = try source()
            let stamp = try source.stamp()
            return (try Loader.content(of: source, registry, origin, on: now), stamp)
        } finish: { [self] result in
            do {
                let (content, stamp) = try result.get()
                store(key, content, at: now, isPassing: isPassing, stamp)
                return (content, stamp)
            } catch let fault as SeedFault {
                throw HostError.seedAtFault(fault.report)
            }
        }
    }

    /// Keeps `content`, whose relative dates are as of `filledAt`.
    func store(
        _ key: Key,
        _ content: Content,
        at filledAt: Instant,
        isPassing: Bool,
        _ stamp: SeedStamp
    ) {
        kept.removeAll {
            $0.key == key && ($0.stamp != stamp || isCurrent($0, key, at: filledAt))
        }
        let new = Kept(
            key: key,
            filledAt: filledAt,
            isPassing: isPassing,
            content: content,
            stamp: stamp
        )
        kept.append(new)
        // Those of the one kind do not drive out those of the other.
        let most = new.isPassing ? 1 : Self.mostTimes
        let isSuch = { (one: Kept) in one.key == key && one.isPassing == new.isPassing }
        while kept.count(where: isSuch) > most { drop(where: isSuch) }
        while hasTooManyFiles { drop { $0.key.namesFiles } }
    }

    private func isCurrent(_ one: Kept, _ key: Key, at now: Instant) -> Bool {
        one.key == key && one.content.isCurrent(at: now, filledAt: one.filledAt, registry)
    }

    /// Whether a content of named files must go; one is kept in any case.
    private var hasTooManyFiles: Bool {
        let files = kept.filter(\.key.namesFiles)
        guard files.count > 1 else { return false }
        return files.count > Self.mostFiles
            || files.reduce(0) { $0 + $1.content.byteCount } > mostFileBytes
    }

    private func drop(where isSuch: (Kept) -> Bool) {
        if let index = kept.firstIndex(where: isSuch) { kept.remove(at: index) }
    }

    /// A closure that gives the source; for a scenario it composes the seed.
    private func source(_ key: Key) -> @Sendable () throws -> SeedSource {
        switch key {
        case .seed: { [seed] in seed }
        case .empty: { .empty }
        case .scenario(let scenario): { try scenario.seed }
        case .files(let paths): { .paths(paths) }
        case .named(let path, let rule): { .named(path, rule) }
        }
    }
}
