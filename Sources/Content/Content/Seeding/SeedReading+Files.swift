internal import MockPostlyJSON

extension SeedReading {
    /// Reads all files of a seed twice: first the people, then everything else.
    ///
    /// A post may stand in an earlier file than its author. Up to `smallSeed` bytes of files stay
    /// in memory between the two passes; a larger seed is read from the disk again.
    ///
    /// Errors are kept, not thrown: see ``faults`` and ``failure``. To be called once.
    package func read(_ source: SeedSource, by parts: SeedParts, smallSeed: Int = 4 << 20) {
        let documents: [SeedDocument]
        do throws(SeedFault) {
            documents = try SeedDocument.all(of: source)
        } catch {
            report(error)
            return
        }
        let parsed = readFirst(documents, by: parts, smallSeed)
        if let parsed {
            for file in parsed {
                turn(to: file)
                readRest(of: file, by: parts)
            }
        } else {
            for (index, document) in documents.enumerated() {
                if let file = open(document, number: index) { readRest(of: file, by: parts) }
            }
        }
        for part in parts.all { part.endReading() }
    }

    /// Reads the people of all files, and returns the parsed files when they may stay in memory.
    ///
    /// Nil for a seed larger than `smallSeed`; files that are in memory anyway do not count.
    private func readFirst(
        _ documents: [SeedDocument],
        by parts: SeedParts,
        _ smallSeed: Int
    ) -> [ParsedSeedDocument]? {
        let names = parts.all.map { type(of: $0).member } + ["exact", "filledAt"]
        var parsed: [ParsedSeedDocument]? = []
        var size = 0
        for (index, document) in documents.enumerated() {
            guard let file = open(document, number: index) else {
                for part in parts.all { part.missFile() }
                continue
            }
            var place = SeedPlace("", members: names)
            place.unlisted = ["$schema"]
            readFirst(of: file, by: parts, place)
            if !document.isInMemory { size += file.file.bytes.count }
            if size > smallSeed { parsed = nil }
            parsed?.append(file)
        }
        return parsed
    }

    /// Checks the names of a file's members, and reads the parts that come first.
    private func readFirst(
        of file: ParsedSeedDocument,
        by parts: SeedParts,
        _ place: SeedPlace
    ) {
        guard !hasRowsAlone(file) else { return }
        guard var members = object(file.json.root, place) else {
            for part in parts.all { part.missFile() }
            return
        }
        for part in parts.all {
            let kind = type(of: part)
            if let value = members.take(kind.member), kind.isReadFirst { part.read(value) }
        }
        if let exact = members.take("exact"), exact.bool == nil {
            report(exact, "exact", expected: "true or false")
        }
        if let filled = members.take("filledAt") { readFilledAt(filled) }
        // Where the JSON Schema of seeds is: for editors alone.
        if let schema = members.take("$schema") { _ = string(schema, "$schema") }
        close(members)
    }

    private func readFilledAt(_ value: JSONValue) {
        guard isExact else {
            report("filledAt", at: value.offset, "stands beside \"exact\": true alone")
            return
        }
        filledAt = date(value, "filledAt") ?? filledAt
    }

    /// Whether a file of the user has nothing but collections of the user's own API.
    private func hasRowsAlone(_ file: ParsedSeedDocument) -> Bool {
        guard !rowNames.isEmpty, !file.isEmbedded, file.json.root.kind == .object
        else { return false }
        let names = file.json.root.members.map(\.0).filter { !$0.hasPrefix("$") }
        return !names.isEmpty && names.allSatisfy(rowNames.contains)
    }

    private func readRest(of file: ParsedSeedDocument, by parts: SeedParts) {
        guard !hasRowsAlone(file) else {
            for part in parts.all where type(of: part).takesRowsAlone { part.read(file.json.root) }
            return
        }
        for part in parts.all where !type(of: part).isReadFirst {
            if let value = file.json.root[type(of: part).member] { part.read(value) }
        }
    }
}
