internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyNouns
internal import MockPostlyWorld

/// Reads the file of an API again when it has changed; all worlds of a server share it.
///
/// It looks when a request comes, so nothing runs while nobody asks. What the file says of options
/// is heeded at the start only.
///
/// `@unchecked`: belongs to the loop's thread.
package final class FileWatch: @unchecked Sendable {
    /// The rows of the last file that could be read.
    private(set) var file: CollectionFile
    /// How often there was another one.
    private(set) var version = 0
    private let path: String
    private let read: () throws(SeedFault) -> CollectionFile
    private var stamps: [FileStamp?]

    init(
        _ path: String,
        _ file: CollectionFile,
        read: @escaping () throws(SeedFault) -> CollectionFile
    ) {
        (self.path, self.file, self.read) = (path, file, read)
        stamps = Self.stamps(path)
    }

    /// The stamps of the file, or of the folder and its files.
    private static func stamps(_ path: String) -> [FileStamp?] {
        guard (try? SeedFiles.isDirectory(path)) == true else { return [SeedFiles.stamp(of: path)] }
        let names = (try? SeedFiles.names(in: path)) ?? []
        return ([path] + names.map { "\(path)/\($0)" }).map { SeedFiles.stamp(of: $0) }
    }

    /// Reads the file if it has changed since the last look.
    ///
    /// - Throws: the fault of a file that cannot be read, once; the rows stay as they were.
    func look() throws(SeedFault) {
        let stamps = Self.stamps(path)
        // An empty file is one that is being written.
        guard stamps != self.stamps, !stamps.contains(where: { $0?.isEmpty == true }) else {
            return
        }
        self.stamps = stamps
        file = try read()
        version += 1
    }
}

extension API {
    /// Takes the rows of a file that has changed, unless something was written to this world.
    func follow(_ watch: FileWatch) throws {
        do throws(SeedFault) {
            try watch.look()
        } catch {
            context.report(.warning("\(error.description); the rows stay as they were"))
        }
        guard store.file !== watch.file else { return }
        let isNew = knownVersion != watch.version
        knownVersion = watch.version
        guard try !store.hasChanges else {
            guard isNew else { return }
            context.report(
                .warning(
                    "\(watch.file.path) has changed; the world \(world.name) was written to and keeps its"
                        + " rows until it is reset"
                )
            )
            return
        }
        store.adopt(watch.file)
        context.report(
            .notice("\(watch.file.path) has changed; the world \(world.name) has its rows")
        )
    }
}
