internal import MockPostlyAssets
package import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyThreads

/// The records of all kinds; a set never changes, and worlds share it.
///
/// Any thread may read it; a kind that is not parsed yet is parsed by the first that asks.
package final class DocumentSet: Sendable {
    /// The records of a kind: those that were read, or what reads them when they are first needed.
    private enum List: Sendable {
        case read([Document])
        case unread(count: Int, @Sendable () -> [Document])
    }

    /// The records of each kind, by ``DocumentKind/rawValue``.
    private let lists: [Monitor<List>]

    private init(_ lists: [List]) {
        self.lists = lists.map { Monitor($0) }
    }

    /// The records in JSON arrays as JavaScript prints them, one array for each kind.
    ///
    /// - Parameter text: called once for each kind, in the order of ``DocumentKind``.
    /// - Throws: what `text` throws.
    package convenience init(_ text: (DocumentKind) throws -> [UInt8]) rethrows {
        self.init(
            try DocumentKind.allCases.map { .read(Document.all(inCanonical: try text($0))) }
        )
    }

    /// A set without any records.
    package static let empty = DocumentSet(DocumentKind.allCases.map { _ in .read([]) })

    /// The records that ship inside this program.
    ///
    /// Each kind is parsed when it is first needed: parsing all of them would double the time that
    /// a server takes to start.
    ///
    /// Shared by the whole process; the records of a kind stay in memory once they were needed.
    package static let standard = DocumentSet(
        DocumentKind.allCases.map { kind in
            .unread(count: standardCount(kind)) {
                Document.all(inCanonical: Assets.documents(kind.rawValue))
            }
        }
    )

    /// How many records of a kind ship inside this program: as many as the original has.
    ///
    /// Told apart from them so that a start, which shows them, need not parse three kinds.
    static func standardCount(_ kind: DocumentKind) -> Int {
        switch kind {
        case .posts: 251
        case .users, .carts: 208
        case .comments: 340
        case .todos: 254
        case .quotes: 1454
        case .products: 194
        case .recipes: 50
        }
    }

    /// The records of `source`.
    ///
    /// Throws the first fault of a file, with its line and column. Files that have not changed
    /// since the last call are not read again. With `takesOldForms`, files of the legacy era are
    /// right too, which had no recipes.
    ///
    /// - Parameters:
    ///   - source: a directory is read whole.
    ///   - takesOldForms: also allows records without the members that came later.
    /// - Returns: the same object for files that have not changed.
    /// - Throws: ``SeedFault``, also for a missing file.
    package static func load(
        _ source: DocumentSource,
        takesOldForms: Bool = false
    ) throws(SeedFault) -> DocumentSet {
        switch source {
        case .standard: standard
        case .empty: empty
        case .directory(let path): try read(path, takesOldForms: takesOldForms)
        }
    }

    /// How many records of a kind there are; nothing is parsed.
    package func count(_ kind: DocumentKind) -> Int {
        switch lists[kind.rawValue].withLock({ $0 }) {
        case .read(let documents): documents.count
        case .unread(let count, _): count
        }
    }

    /// The records of a kind, in the order of the file.
    ///
    /// Parses the kind if nobody has before.
    package func documents(_ kind: DocumentKind) -> [Document] {
        let list = lists[kind.rawValue].withLock { $0 }
        switch list {
        case .read(let documents): return documents
        case .unread(_, let read):
            // Outside the lock, for which the loop's thread would have to wait: two threads may
            // both read, with the same result.
            let documents = read()
            lists[kind.rawValue].withLock { $0 = .read(documents) }
            return documents
        }
    }

    // MARK: Files

    private static func read(
        _ directory: String,
        takesOldForms: Bool
    ) throws(SeedFault) -> DocumentSet {
        guard try SeedFiles.isDirectory(directory) else {
            throw SeedFault(
                file: directory,
                line: 0,
                column: 0,
                field: "",
                words: "expected a directory with \(DocumentKind.posts.name).json and the others"
            )
        }
        let parent = directory.hasSuffix("/") ? directory : directory + "/"
        let files = DocumentKind.allCases.map { ($0, parent + "\($0.name).json") }
        let stamps = files.map { SeedFiles.stamp(of: $0.1) }
        if let known = lastRead.withLock({ $0 }), known.files == files.map(\.1),
            known.stamps == stamps, known.takesOldForms == takesOldForms
        {
            return known.set
        }
        var lists: [List] = []
        for (index, (kind, file)) in files.enumerated() {
            if takesOldForms, kind == .recipes, stamps[index] == nil {
                lists.append(.read([]))
                continue
            }
            let reader = DocumentReader(file: file, kind, takesOldForms: takesOldForms)
            lists.append(.read(try reader.read(SeedFiles.contents(of: file))))
        }
        let set = DocumentSet(lists)
        let read = Read(
            files: files.map(\.1),
            stamps: stamps,
            takesOldForms: takesOldForms,
            set: set
        )
        lastRead.withLock { $0 = read }
        return set
    }

    private struct Read: Sendable {
        var files: [String]
        var stamps: [FileStamp?]
        var takesOldForms: Bool
        var set: DocumentSet
    }

    /// The directory that was read last: the next world most often needs the same.
    private static let lastRead = Monitor<Read?>(nil)
}

extension Document {
    /// The records of a JSON array as JavaScript prints it; all of them are parts of one document.
    ///
    /// Elements that are not records are left out.
    static func all(inCanonical text: [UInt8]) -> [Document] {
        guard let list = (try? JSON(parsing: text))?.root else { return [] }
        var documents: [Document] = []
        documents.reserveCapacity(list.count)
        list.forEachElement { element in
            if let document = Document(element) { documents.append(document) }
        }
        return documents
    }
}
