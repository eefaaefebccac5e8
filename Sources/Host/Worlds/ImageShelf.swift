internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySeeds

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

        /// Whether its content may change while the server runs.
        fileprivate var mayChange: Bool {
            switch self {
            case .seed, .files: true
            case .empty, .scenario: false
            }
        }
    }

    private struct Kept {
        var content: Content
        /// The stamp of the files it was made from.
        var stamp: SeedStamp
    }

    private let seed: SeedSource
    private let registry: ContentRegistry
    private let origin: DocumentOrigin
    private var kept: [Key: Kept] = [:]
    /// The keys of ``kept`` that name files, the oldest first.
    private var files: [Key] = []
    /// The most contents of named files that are kept.
    private static let mostFiles = 32

    init(_ seed: SeedSource, registry: ContentRegistry, origin: DocumentOrigin) {
        (self.seed, self.registry, self.origin) = (seed, registry, origin)
    }

    /// The cached content; nil when it was never made or its files have changed since.
    subscript(key: Key) -> (content: Content, stamp: SeedStamp)? {
        get throws {
            guard let kept = kept[key] else { return nil }
            // Empty contents and scenarios are built in and never change.
            if key.mayChange, try source(key)().stamp() != kept.stamp { return nil }
            return (kept.content, kept.stamp)
        }
    }

    /// A closure that makes the content; any thread may call it.
    func recipe(_ key: Key) -> @Sendable () throws -> (Content, SeedStamp) {
        let (source, registry, origin) = (source(key), registry, origin)
        return {
            let source = try source()
            let stamp = try source.stamp()
            return (try Content(Loader.image(of: source, registry), origin), stamp)
        }
    }

    /// About how many bytes the recipe reads; 0 for what is built in.
    func byteCount(_ key: Key) -> Int {
        key.mayChange ? (try? source(key)().stamp())?.byteCount ?? 0 : 0
    }

    func store(_ key: Key, content: Content, stamp: SeedStamp) {
        if case .files = key, kept[key] == nil {
            files.append(key)
            if files.count > Self.mostFiles { kept[files.removeFirst()] = nil }
        }
        kept[key] = Kept(content: content, stamp: stamp)
    }

    /// A closure that gives the source; for a scenario it composes the seed.
    private func source(_ key: Key) -> @Sendable () throws -> SeedSource {
        switch key {
        case .seed: { [seed] in seed }
        case .empty: { .empty }
        case .scenario(let scenario): { try scenario.seed }
        case .files(let paths): { .paths(paths) }
        }
    }
}
