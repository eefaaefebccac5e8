internal import MockPostlyContent
internal import MockPostlyFiles
internal import MockPostlyNouns

/// Where the content of a world or a snapshot is; any thread can read it from there.
enum ContentPlace: Sendable {
    /// In memory, as an image that does not change.
    case pages(Content)
    /// In the data file of a world, at this path, read by a second SQLite connection.
    case dataFile(String, bytes: Int)
    /// In the file of a snapshot, at this path.
    case snapshotFile(String, FileRule, bytes: Int)

    /// The largest content that is read or written on the loop's thread: 2 MiB, about 30 ms.
    static let smallest = 2 << 20

    var bytes: Int {
        switch self {
        case .pages(let content): content.byteCount
        case .dataFile(_, let bytes), .snapshotFile(_, _, let bytes): bytes
        }
    }

    /// The content, read from its file if it is not in memory.
    ///
    /// Throws ``ContentFault`` when the file of a snapshot cannot be used.
    func read(_ registry: ContentRegistry, _ origin: DocumentOrigin) throws -> Content {
        switch self {
        case .pages(let content): return content
        case .dataFile(let path, _):
            return try Content.reading(dataFile: path, origin).0
        case .snapshotFile(let path, let rule, _):
            return try Content(ContentFile.image(at: path, registry, rule), origin)
        }
    }
}
