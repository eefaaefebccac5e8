/// What tells whether a seed is still the one that was read: its files, and when they were written.
package struct SeedStamp: Sendable, Equatable {
    private struct File: Sendable, Equatable {
        var name: String
        /// Nil when it has gone meanwhile.
        var stamp: FileStamp?
    }

    private var files: [File] = []

    /// How large the files are together.
    package var byteCount: Int { files.reduce(0) { $0 + Int($1.stamp?.size ?? 0) } }

    fileprivate init(_ documents: [SeedDocument]) {
        files = documents.map { File(name: $0.name, stamp: SeedFiles.stamp(of: $0.name)) }
    }

    fileprivate init() {}
}

extension SeedSource {
    /// The stamp of the seed as it is now; the same as before when nothing has changed.
    ///
    /// What is no file never changes. Throws when a path leads nowhere.
    package func stamp() throws(SeedFault) -> SeedStamp {
        guard case .paths = self else { return SeedStamp() }
        return SeedStamp(try SeedDocument.all(of: self))
    }
}
