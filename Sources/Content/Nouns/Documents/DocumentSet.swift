internal import MockPostlyAssets
package import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyJavaScript
internal import MockPostlyThreads

/// The records of all kinds, as they were read; a set never changes, and worlds share it.
package final class DocumentSet: Sendable {
    /// The records of each kind, by ``DocumentKind/rawValue``.
    let lists: [[Document]]

    init(_ lists: [[Document]]) {
        self.lists = lists
    }

    /// The records in JSON arrays as JavaScript prints them, one array for each kind.
    package convenience init(_ text: (DocumentKind) -> [UInt8]) {
        self.init(DocumentKind.allCases.map { Document.all(inCanonical: text($0)) })
    }

    /// A set without any records.
    package static let empty = DocumentSet(DocumentKind.allCases.map { _ in [] })

    /// The records that ship inside this program; parsed once, when they are first needed.
    package static let standard: DocumentSet = {
        let lists = DocumentKind.allCases.map { kind in
            let bytes = Assets.documents(kind.rawValue)
            let elements = (try? JSON(parsing: bytes))?.root.elements ?? []
            return elements.compactMap { Document($0) }
        }
        return DocumentSet(lists)
    }()

    /// The records of `source`.
    ///
    /// Throws the first fault of a file, with its line and column. Files that have not changed
    /// since the last call are not read again.
    package static func load(_ source: DocumentSource) throws(SeedFault) -> DocumentSet {
        switch source {
        case .standard: standard
        case .empty: empty
        case .directory(let path): try read(path)
        }
    }

    /// How many records of a kind there are.
    package func count(_ kind: DocumentKind) -> Int { lists[kind.rawValue].count }

    /// The records of a kind, in the order of the file.
    package func documents(_ kind: DocumentKind) -> [Document] { lists[kind.rawValue] }

    // MARK: Files

    private static func read(_ directory: String) throws(SeedFault) -> DocumentSet {
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
            known.stamps == stamps
        {
            return known.set
        }
        var lists: [[Document]] = []
        for (kind, file) in files {
            lists.append(try DocumentReader(file: file, kind).read(SeedFiles.contents(of: file)))
        }
        let set = DocumentSet(lists)
        lastRead.withLock { $0 = Read(files: files.map(\.1), stamps: stamps, set: set) }
        return set
    }

    private struct Read: Sendable {
        var files: [String]
        var stamps: [FileStamp?]
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
