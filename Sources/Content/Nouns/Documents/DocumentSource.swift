/// Where the documents of the DummyJSON API come from.
package enum DocumentSource: Sendable, Equatable {
    /// Those in this program, or those that the data file has imported.
    case standard
    case empty
    /// A directory of files as the original's: `posts.json`, `users.json` and so on.
    case directory(String)
}

/// A source, and what is made of it.
package struct DocumentOrigin: Sendable {
    package var source: DocumentSource
    /// Makes the records of another time of those that were read.
    package var reshape: @Sendable (DocumentSet) -> DocumentSet

    package static let standard = DocumentOrigin(.standard)

    /// The directory of files; nil when there is none.
    package var directory: String? {
        guard case .directory(let path) = source else { return nil }
        return path
    }

    package init(
        _ source: DocumentSource,
        reshape: @escaping @Sendable (DocumentSet) -> DocumentSet = { $0 }
    ) {
        self.source = source
        self.reshape = reshape
    }
}
