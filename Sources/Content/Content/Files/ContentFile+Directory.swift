package import MockPostlyFiles
internal import MockPostlyPlatform
package import MockPostlySQLite
package import MockPostlyWorld

/// Directories of content files, such as snapshots.
extension ContentFile {
    /// Size and date of a content file.
    package struct Facts: Sendable, Equatable {
        /// The size of the file.
        package var bytes: Int
        /// When the file was last written, by the clock of the system.
        package var changedAt: Instant
    }

    /// The names of the files in a directory that end in `ending`, without that ending.
    ///
    /// A missing directory has no files. Throws when the directory exists and cannot be read, for
    /// example when too many files are open. Hidden and unfinished files are left out.
    package static func names(
        in directory: String,
        ending: String
    ) throws(ContentFault) -> [String] {
        guard access(directory, F_OK) == 0 else { return [] }
        let names: [String]
        do throws(SeedFault) {
            names = try SeedFiles.names(in: directory)
        } catch {
            throw .failed(error.words)
        }
        return names.compactMap { name in
            guard name.hasSuffix(ending), !name.hasPrefix("."), !UnfinishedFile.isName(name),
                isRegularFile(directory + "/" + name)
            else { return nil }
            return String(name.dropLast(ending.count))
        }
    }

    /// The facts of the file at `path`; nil when there is none.
    package static func facts(_ path: String) -> Facts? {
        guard isRegularFile(path), let stamp = SeedFiles.stamp(of: path) else { return nil }
        return Facts(
            bytes: Int(stamp.size),
            changedAt: Instant(
                microseconds: stamp.seconds * 1_000_000 + stamp.nanoseconds / 1_000
            )
        )
    }

    /// The rows of the file at `path`; 0 for one that `rule` refuses or that is no content.
    ///
    /// Slow for a large file; any thread may do it.
    package static func rowCount(
        _ path: String,
        _ registry: ContentRegistry,
        _ rule: FileRule = .usual
    ) -> Int64 {
        (try? countRows(path, registry, rule)) ?? 0
    }

    private static func countRows(
        _ path: String,
        _ registry: ContentRegistry,
        _ rule: FileRule
    ) throws -> Int64 {
        try FileSystem.check(path, rule)
        let connection = try Connection(.file(path), access: .readOnly, stepLimit: 20_000_000)
        return try registry.rowCountStepByStep(on: connection)
    }

    /// Whether it is a regular file; opening a pipe would wait for its writer.
    private static func isRegularFile(_ path: String) -> Bool {
        FileKind(of: path) == .file
    }

    /// As ``image(of:_:)``, for the file at `path`.
    package static func image(
        at path: String,
        _ registry: ContentRegistry,
        _ rule: FileRule = .usual
    ) throws(ContentFault) -> PageImage {
        try image(of: read(path, rule), registry)
    }

    /// Whether `path`, at which nothing need exist, lies directly in `directory`.
    package static func isIn(_ directory: String, _ path: String) -> Bool {
        let place = DataFile.resolved(path)
        let parent = place.lastIndex(of: "/").map { String(place[...$0]) } ?? "."
        guard let identity = FileIdentity(directory) else { return false }
        return identity == FileIdentity(parent)
    }

    /// Removes the file at `path`; a missing file is no error.
    ///
    /// Throws when the file is the data file of a running server.
    package static func remove(_ path: String) throws(ContentFault) {
        guard !DataFile.isInUse(path) else { throw .failed(inUse) }
        do throws(FileFailure) {
            try FileSystem.remove(path)
        } catch {
            throw .failed(error.words)
        }
    }

    /// The message for a file that a running server uses.
    static let inUse = "it is the data file of a running server"

    /// Throws when no file could be written at `path`: a check in advance, long before the writing.
    package static func checkPlace(of path: String) throws(ContentFault) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { String(path[...$0]) } ?? "."
        if FileKind(of: path) == .directory {
            throw .failed("it is a directory")
        }
        guard access(directory, W_OK) == 0 else { throw .failed(systemWords(errno)) }
    }

    /// Makes a directory and its parents; an existing directory is no error.
    package static func makeDirectory(_ path: String) throws(ContentFault) {
        var isDirectory = false
        do throws(SeedFault) {
            try SeedFiles.makeDirectory(path)
            isDirectory = try SeedFiles.isDirectory(path)
        } catch {
            throw .failed(error.words)
        }
        guard isDirectory else { throw .failed("it is not a directory") }
    }
}
