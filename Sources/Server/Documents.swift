internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld
package import MockPostlyWorlds

/// The number of documents of one kind.
package struct DocumentCount: Sendable, Equatable {
    /// The kind in the singular: `post`.
    package var noun: String
    package var count: Int

    package init(noun: String, count: Int) {
        self.noun = noun
        self.count = count
    }
}

/// Replaces the documents in the data file of `configuration` by those in `directory`.
///
/// All are replaced, or none: when this throws, the data file is unchanged. Returns the number of
/// documents of each kind.
package func importDocuments(
    from directory: String,
    _ configuration: Configuration
) throws(StartFailure) -> [DocumentCount] {
    let path = configuration.dataFile ?? ""
    let documents: DocumentSet
    do throws(SeedFault) {
        documents = try DocumentSet.load(.directory(directory))
    } catch {
        throw StartFailure(documents: error)
    }
    do {
        let file = try DataFile(path, survivesPowerLoss: true, configuration.content)
        let world = World(name: "default", clock: .real, randomSeed: 0)
        let domain = try Domain(
            file,
            world,
            configuration.content,
            documents: DocumentOrigin(.empty)
        )
        try domain.documents.importSet(documents)
        try domain.work.commit()
        try domain.close()
    } catch let fault as DataFileFault {
        throw StartFailure(fault, path)
    } catch {
        guard DatabaseFailure(error)?.isDiskFull != true else { throw StartFailure(.noSpace, path) }
        throw StartFailure(
            .dataFile,
            "data file \(path) cannot be used: \(error)",
            hint: "check the file and the space on its disk"
        )
    }
    return DocumentKind.allCases.map { DocumentCount($0, documents.count($0)) }
}

extension DocumentCount {
    fileprivate init(_ kind: DocumentKind, _ count: Int) {
        self.init(noun: "\(kind.title)".lowercased(), count: count)
    }
}
