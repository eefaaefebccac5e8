internal import MockPostlyContent

/// Where the records of the DummyJSON API come from.
///
/// An option of the dialect chooses it; the control plane can import records into a world too.
package enum DocumentSource: Sendable, Equatable {
    /// The records inside this program, or those that were imported into the data file.
    case standard
    /// Lists are empty, and the first record that is added gets the id 1.
    case empty
    /// A directory with a file for each kind, as the original has them: `posts.json` and so on.
    case directory(String)

    /// What a directory of records must hold, as one line for a person whose directory is at fault.
    package static let rule =
        "a directory of records has posts.json, users.json, comments.json, todos.json,"
        + " quotes.json, products.json, recipes.json and carts.json, each an array;"
        + " [] for no records"
}

/// A source of records, and how a dialect changes the records after reading.
package struct DocumentOrigin: Sendable {
    /// Files and imports alike; for ``DocumentSource/standard`` an import wins over the program's
    /// own.
    package var source: DocumentSource
    /// Whether files may have the records of the legacy era too.
    package var takesOldForms = false
    /// Changes the records after reading, such as to the form that they had in an earlier era of
    /// the API.
    ///
    /// Runs once for each content that is read, on any thread; it must not change ids.
    package var reshape: @Sendable (DocumentSet) -> DocumentSet

    /// The records inside this program, unchanged.
    package static let standard = DocumentOrigin(.standard)

    /// The records of the source, before ``reshape``; throws ``SeedFault`` when a file is at fault.
    func load() throws(SeedFault) -> DocumentSet {
        try DocumentSet.load(source, takesOldForms: takesOldForms)
    }

    /// The directory of the files; nil when the records do not come from files.
    ///
    /// For messages, and to see whether the files have changed.
    package var directory: String? {
        guard case .directory(let path) = source else { return nil }
        return path
    }

    /// ``takesOldForms`` is false unless it is set afterwards.
    package init(
        _ source: DocumentSource,
        reshape: @escaping @Sendable (DocumentSet) -> DocumentSet = { $0 }
    ) {
        self.source = source
        self.reshape = reshape
    }
}
