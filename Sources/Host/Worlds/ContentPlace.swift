internal import MockPostlyContent
internal import MockPostlyNouns

/// Where the content of a world or a snapshot is, for whichever thread reads it.
enum ContentPlace: Sendable {
    case pages(Content)
    /// In the data file of a world, which other connections can read.
    case dataFile(String, bytes: Int)
    /// In a file of its own, of a snapshot.
    case snapshotFile(String, bytes: Int)

    /// The most bytes of contents that are read or written on the loop's thread: about 30 ms.
    static let smallest = 2 << 20

    var bytes: Int {
        switch self {
        case .pages(let content): content.byteCount
        case .dataFile(_, let bytes), .snapshotFile(_, let bytes): bytes
        }
    }

    /// The content, read if it must be.
    ///
    /// Throws ``ContentFault`` for a snapshot's file that is unusable.
    func read(_ registry: ContentRegistry, _ origin: DocumentOrigin) throws -> Content {
        switch self {
        case .pages(let content): return content
        case .dataFile(let path, _):
            return try Content(ofDataFile: path, origin)
        case .snapshotFile(let path, _):
            return try Content(ContentFile.image(at: path, registry), origin)
        }
    }
}
