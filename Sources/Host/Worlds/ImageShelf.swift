internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySeeds

/// The contents that worlds begin with, kept as images that they share.
///
/// Belongs to the loop's thread.
final class ImageShelf {
    enum Key: Hashable, Sendable {
        /// What the server was started with.
        case seed
        case empty
        case scenario(Scenario)
    }

    private struct Kept {
        var content: Content
        /// The files that it was made of.
        var stamp: SeedStamp
    }

    private let seed: SeedSource
    private let registry: ContentRegistry
    private let origin: DocumentOrigin
    private var kept: [Key: Kept] = [:]

    init(_ seed: SeedSource, _ registry: ContentRegistry, _ origin: DocumentOrigin) {
        (self.seed, self.registry, self.origin) = (seed, registry, origin)
    }

    /// The content when it is there and its files are what they were; nil when it must be made.
    subscript(key: Key) -> (content: Content, stamp: SeedStamp)? {
        get throws {
            guard let kept = kept[key] else { return nil }
            // Only files change.
            if key == .seed, try seed.stamp() != kept.stamp { return nil }
            return (kept.content, kept.stamp)
        }
    }

    /// What makes the content, on any thread.
    func recipe(_ key: Key) -> @Sendable () throws -> (Content, SeedStamp) {
        let (source, registry, origin) = (source(key), registry, origin)
        return {
            let source = try source()
            let stamp = try source.stamp()
            return (try Content(Loader.image(of: source, registry), origin), stamp)
        }
    }

    /// About how much the recipe has to read.
    func byteCount(_ key: Key) -> Int {
        key == .seed ? (try? seed.stamp())?.byteCount ?? 0 : 0
    }

    func keep(_ key: Key, _ content: Content, _ stamp: SeedStamp) {
        kept[key] = Kept(content: content, stamp: stamp)
    }

    /// Where the content comes from; that of a scenario is composed with it.
    private func source(_ key: Key) -> @Sendable () throws -> SeedSource {
        switch key {
        case .seed: { [seed] in seed }
        case .empty: { .empty }
        case .scenario(let scenario): { try scenario.seed }
        }
    }
}
