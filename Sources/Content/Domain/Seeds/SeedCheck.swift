import MockPostlyJSON

/// Reads all files of a seed for its people, and again for all else, to find what is wrong and to
/// put into a content what is not.
struct SeedCheck {
    private(set) var documents: [SeedDocument] = []
    private(set) var validator: SeedValidator

    /// Up to this many bytes of files stay in memory between the two times.
    private let smallSeed: Int

    /// A check that keeps the first `limit` faults.
    init(limit: Int, into filling: SeedFilling, smallSeed: Int = 4 << 20) {
        validator = SeedValidator(limit: limit, filling)
        self.smallSeed = smallSeed
    }

    mutating func run(_ source: SeedSource) {
        do throws(SeedFault) {
            documents = try SeedDocument.all(of: source)
        } catch {
            validator.report(error)
            return
        }
        let parsed = readUsers()
        if let parsed {
            for file in parsed {
                validator.turn(to: file)
                readRest(of: file)
            }
        } else {
            for (index, document) in documents.enumerated() {
                if let file = validator.open(document, number: index) { readRest(of: file) }
            }
        }
        validator.filling.addFeed()
    }

    /// Reads the people of all files; returns the parsed files of a small seed, and of one that is
    /// in memory anyway.
    private mutating func readUsers() -> [ParsedSeedDocument]? {
        var parsed: [ParsedSeedDocument]? = []
        var size = 0
        for (index, document) in documents.enumerated() {
            guard let file = validator.open(document, number: index) else {
                validator.knowsAllUsers = false
                continue
            }
            validator.readUsers(of: file.json.root)
            if !document.isInMemory { size += file.file.bytes.count }
            if size > smallSeed { parsed = nil }
            parsed?.append(file)
        }
        return parsed
    }

    private mutating func readRest(of file: ParsedSeedDocument) {
        validator.readPosts(of: file.json.root)
        validator.readCommunity(of: file.json.root)
        validator.readDocuments(of: file.json.root)
    }
}
