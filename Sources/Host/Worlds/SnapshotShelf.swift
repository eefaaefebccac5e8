internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The snapshots of a world: in memory, or as files of a directory, which outlive the process.
///
/// Belongs to the loop's thread.
package final class SnapshotShelf {
    struct Snapshot {
        var content: Content
        var info: SnapshotInfo
        /// The stamp of the file that has this content; nil when snapshots are kept in memory.
        var stamp: SeedStamp?
    }

    let directory: String?
    private var kept: [String: Snapshot] = [:]
    /// The numbers of rows in files that were not read as a whole, by their paths.
    private var counts: [String: (stamp: SeedStamp, rows: Int64)] = [:]

    init(directory: String?) {
        self.directory = directory
    }

    /// The names, sorted; throws ``HostError/snapshotDirectoryUnreadable(path:reason:)``.
    func names() throws -> [String] {
        guard let directory else { return kept.keys.sorted() }
        let names: [String]
        do throws(ContentFault) {
            names = try ContentFile.names(in: directory, ending: Self.ending)
        } catch {
            throw HostError.snapshotDirectoryUnreadable(path: directory, reason: error.words)
        }
        // A file whose name no request can contain was not written by a server.
        return names.filter { NameRule.allows($0) }.sorted()
    }

    func path(_ name: String) -> String? {
        directory.map { $0 + "/" + name + Self.ending }
    }

    package static let ending = ".sqlite"

    /// The snapshot if its content is in memory; nil when it must be read from its file.
    ///
    /// A content whose file was replaced or deleted since is dropped.
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

    /// The stamp of the file at `path`, which changes with the file; nil when there is no file.
    ///
    /// Any thread may call it.
    static func stamp(of path: String) -> SeedStamp? {
        try? SeedSource.paths([path]).stamp()
    }

    /// Keeps a snapshot in memory; its file, if any, is already written and has `stamp`.
    func store(_ content: Content, info: SnapshotInfo, stamp: SeedStamp? = nil) {
        kept[info.name] = Snapshot(content: content, info: info, stamp: stamp)
    }

    /// The rows of the file at `path`; nil when they are not known, as after it was changed.
    func rows(of path: String) -> Int64? {
        guard let known = counts[path], known.stamp == Self.stamp(of: path) else { return nil }
        return known.rows
    }

    func note(rows: Int64, of path: String, _ stamp: SeedStamp?) {
        counts[path] = stamp.map { ($0, rows) }
    }

    /// Forgets what is in memory; files stay.
    func forget() {
        kept = [:]
        counts = [:]
    }

    /// Removes a snapshot and its file.
    func remove(_ name: String) throws {
        if let path = path(name) { try ContentFile.remove(path) }
        kept[name] = nil
        if let path = path(name) { counts[path] = nil }
    }
}
