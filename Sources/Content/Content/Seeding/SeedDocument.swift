internal import MockPostlyAssets
internal import MockPostlyFiles

/// One file of a seed: on disk, in memory, or inside the program.
struct SeedDocument {
    private enum Place {
        case file(FileRule)
        case embedded(Assets.File)
        case memory([UInt8])
    }

    /// The path, for messages.
    let name: String
    private let place: Place

    /// Whether its bytes are in memory anyway, as part of the ``SeedSource``.
    var isInMemory: Bool {
        if case .memory = place { true } else { false }
    }

    /// Whether it is a file that may change.
    var isOnDisk: Bool {
        if case .file = place { true } else { false }
    }

    func bytes() throws(SeedFault) -> [UInt8] {
        switch place {
        case .file(let rule): return try SeedFiles.contents(of: name, rule)
        case .memory(let bytes): return bytes
        case .embedded(let file): return file.bytes
        }
    }

    /// The files of a seed, in the order in which they are read.
    static func all(of source: SeedSource) throws(SeedFault) -> [SeedDocument] {
        switch source {
        case .empty: return []
        case .standard:
            return Assets.seed.map { SeedDocument(name: $0.path, place: .embedded($0)) }
        case .paths(let paths):
            var documents: [SeedDocument] = []
            for path in paths { documents += try files(at: path, .usualOrPipe) }
            return documents
        case .named(let path, let rule): return try files(at: path, rule)
        case .bytes(let bytes, let name):
            return [SeedDocument(name: name, place: .memory(bytes))]
        case .joined(let sources):
            var documents: [SeedDocument] = []
            for source in sources { documents += try all(of: source) }
            return documents
        }
    }

    /// The file itself, or the `*.json` files of a directory, by name, without subdirectories.
    private static func files(
        at path: String,
        _ rule: FileRule
    ) throws(SeedFault) -> [SeedDocument] {
        guard try SeedFiles.isDirectory(path) else {
            return [SeedDocument(name: path, place: .file(rule))]
        }
        let parent = path.hasSuffix("/") ? path : path + "/"
        // A pipe is read only where it is named itself, such as `<(…)` of a shell.
        var rule = rule
        rule.takesPipes = false
        var documents: [SeedDocument] = []
        for name in try SeedFiles.names(in: path) where isSeedFile(name) {
            let file = parent + name
            if try SeedFiles.isDirectory(file) { continue }
            documents.append(SeedDocument(name: file, place: .file(rule)))
        }
        let size = documents.reduce(0) { $0 + Int(SeedFiles.stamp(of: $1.name)?.size ?? 0) }
        guard size <= rule.limit else {
            throw SeedFault(
                file: path,
                words: FileFailure(path: path, .tooLarge(limit: rule.limit)).words
            )
        }
        guard !documents.isEmpty else {
            throw SeedFault(
                file: path,
                line: 0,
                column: 0,
                field: "",
                words: "expected a directory with *.json files, found none in it"
            )
        }
        return documents
    }

    private static func isSeedFile(_ name: String) -> Bool {
        name.hasSuffix(".json") && !name.hasPrefix(".")
    }
}
