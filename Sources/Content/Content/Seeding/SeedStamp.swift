internal import MockPostlyFiles

/// The files of a seed with their stamps: equal stamps mean that the seed has not changed.
package struct SeedStamp: Sendable, Equatable {
    private struct File: Sendable, Equatable {
        var name: String
        /// Nil when the file is missing now, and for a pipe.
        var stamp: FileStamp?
    }

    private var files: [File] = []

    /// The size of all files together.
    ///
    /// In bytes; 0 for seeds that are not files.
    package var byteCount: Int { files.reduce(0) { $0 + Int($1.stamp?.size ?? 0) } }

    fileprivate init(_ documents: [SeedDocument]) {
        files = documents.map { document in
            // What has come through a pipe stays the seed: nothing can be read from it again.
            guard FileKind(of: document.name) == .file else { return File(name: document.name) }
            return File(name: document.name, stamp: SeedFiles.stamp(of: document.name))
        }
    }
}

extension SeedSource {
    /// The present stamp of the seed.
    ///
    /// All seeds that are not files have the same stamp. Throws when a path does not exist.
    ///
    /// Costs a look at each file, and reads none.
    package func stamp() throws(SeedFault) -> SeedStamp {
        SeedStamp(try SeedDocument.all(of: self).filter(\.isOnDisk))
    }
}
