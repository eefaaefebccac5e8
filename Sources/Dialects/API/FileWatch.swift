internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyNouns
internal import MockPostlyOpenAPI
internal import MockPostlyWorld

/// Reads the file of an API again when it has changed; all worlds of a server share it.
///
/// It looks when a request comes, so nothing runs while nobody asks. What the file says of options
/// is heeded at the start only.
///
/// `@unchecked`: belongs to the loop's thread.
package final class FileWatch: @unchecked Sendable {
    /// What is read: the rows, and the description where the file is one.
    typealias Reading = (file: CollectionFile, described: DescribedSource?)

    /// The rows of the last file that could be read.
    private(set) var file: CollectionFile
    /// The last description; nil where the file has rows.
    private(set) var described: DescribedSource?
    /// How often there was another one.
    private(set) var version = 0
    private var paths: [String]
    /// Those that are watched also when a description names other files.
    private let own: [String]
    private let read: () throws(SeedFault) -> Reading
    private var stamps: [FileStamp?]

    /// Watches files, or a folder and its files; one that is not there may come.
    init(
        _ paths: [String],
        _ file: CollectionFile,
        _ described: DescribedSource?,
        read: @escaping () throws(SeedFault) -> Reading
    ) {
        (self.paths, own, self.file, self.read) = (paths, paths, file, read)
        self.described = described
        stamps = Self.stamps(paths)
    }

    private static func stamps(_ paths: [String]) -> [FileStamp?] { paths.flatMap { stamps($0) } }

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
        let stamps = Self.stamps(paths)
        // An empty file is one that is being written.
        guard stamps != self.stamps, !stamps.contains(where: { $0?.isEmpty == true }) else {
            return
        }
        self.stamps = stamps
        (file, described) = try read()
        version += 1
        guard let files = described?.description.files else { return }
        paths = own + files.filter { !own.contains($0) }
        self.stamps = Self.stamps(paths)
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
        guard store.source !== watch.file else { return }
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
        if let source = watch.described { described = Described(source, self) }
        context.report(
            .notice("\(watch.file.path) has changed; the world \(world.name) has its rows")
        )
    }
}
