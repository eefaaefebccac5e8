internal import MockPostlyDomain
internal import MockPostlySQLite

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
        var image: PageImage
        /// The files that it was made of.
        var stamp: SeedStamp
    }

    private let seed: SeedSource
    private var kept: [Key: Kept] = [:]

    init(_ seed: SeedSource) {
        self.seed = seed
    }

    /// The image when it is there and its files are what they were; nil when it must be made.
    subscript(key: Key) -> (image: PageImage, stamp: SeedStamp)? {
        get throws {
            guard let kept = kept[key] else { return nil }
            // Only files change.
            if key == .seed, try seed.stamp() != kept.stamp { return nil }
            return (kept.image, kept.stamp)
        }
    }

    /// What makes the image, on any thread.
    func recipe(_ key: Key) -> @Sendable () throws -> (PageImage, SeedStamp) {
        let source = source(key)
        return {
            let source = try source()
            let stamp = try source.stamp()
            return (try Loader.image(of: source), stamp)
        }
    }

    func keep(_ key: Key, _ image: PageImage, _ stamp: SeedStamp) {
        kept[key] = Kept(image: image, stamp: stamp)
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
