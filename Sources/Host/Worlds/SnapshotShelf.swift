internal import MockPostlyContent
internal import MockPostlyControl
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The snapshots: in memory, or as the files of a directory, which outlive the process.
///
/// Belongs to the loop's thread.
package final class SnapshotShelf {
    struct Snapshot {
        var content: Content
        var info: SnapshotInfo
        /// Of its file when the content is that of it.
        var stamp: SeedStamp?
    }

    let directory: String?
    private var kept: [String: Snapshot] = [:]

    init(directory: String?) {
        self.directory = directory
    }

    /// The names, sorted.
    func names() throws -> [String] {
        guard let directory else { return kept.keys.sorted() }
        let names: [String]
        do throws(ContentFault) {
            names = try ContentFile.names(in: directory, ending: Self.ending)
        } catch {
            throw HostError.snapshotDirectoryUnreadable(path: directory, reason: error.words)
        }
        // A file that no request can name is none of ours.
        return names.filter { Control.canName($0) }.sorted()
    }

    func path(_ name: String) -> String? {
        directory.map { $0 + "/" + name + Self.ending }
    }

    package static let ending = ".sqlite"

    /// The snapshot when its content is in memory and, where there is a file, that of the file.
    subscript(name: String) -> Snapshot? {
        guard let known = kept[name] else { return nil }
        guard let path = path(name) else { return known }
        let stamp = Self.stamp(of: path)
        guard stamp != nil, stamp == known.stamp else {
            kept[name] = nil
            return nil
        }
        return known
    }

    /// What tells the file at `path` from others; nil when there is none.
    ///
    /// Any thread may ask.
    static func stamp(of path: String) -> SeedStamp? {
        try? SeedSource.paths([path]).stamp()
    }

    /// Keeps a snapshot; its file, if any, is there already and has `stamp`.
    func keep(_ content: Content, _ info: SnapshotInfo, _ stamp: SeedStamp? = nil) {
        kept[info.name] = Snapshot(content: content, info: info, stamp: stamp)
    }

    /// Forgets a snapshot and removes its file.
    func remove(_ name: String) throws {
        if let path = path(name) { try ContentFile.remove(path) }
        kept[name] = nil
    }
}
