import MockPostlyJSON

/// Reads all files of a seed for its people, and again for all else, to find what is wrong.
struct SeedCheck {
    private(set) var documents: [SeedDocument] = []
    private(set) var validator: SeedValidator
    /// The posts of a small seed.
    private(set) var posts: [SeedPost]?

    /// Up to this many bytes of files, parsed files and posts stay in memory.
    private let smallSeed: Int

    /// A check that keeps the first `limit` faults.
    init(limit: Int, smallSeed: Int) {
        validator = SeedValidator(limit: limit)
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
        validator.rewind()
        if let parsed {
            readPosts(in: parsed)
        } else {
            readPosts()
        }
    }

    /// Reads the people of all files; returns the parsed files of a small seed.
    private mutating func readUsers() -> [ParsedSeedDocument]? {
        var parsed: [ParsedSeedDocument]? = []
        var size = 0
        for (index, document) in documents.enumerated() {
            guard let file = validator.open(document, number: index) else {
                validator.knowsAllUsers = false
                continue
            }
            validator.readUsers(of: file.json.root)
            size += file.file.bytes.count
            if size > smallSeed { parsed = nil }
            parsed?.append(file)
        }
        return parsed
    }

    private mutating func readPosts(in parsed: [ParsedSeedDocument]) {
        var posts: [SeedPost] = []
        for file in parsed {
            validator.turn(to: file)
            validator.readPosts(of: file.json.root) { posts.append($0) }
            validator.readCommunity(of: file.json.root)
            validator.readDocuments(of: file.json.root)
        }
        self.posts = posts
    }

    private mutating func readPosts() {
        for (index, document) in documents.enumerated() {
            guard let file = validator.open(document, number: index) else { continue }
            validator.readPosts(of: file.json.root) { _ in }
            validator.readCommunity(of: file.json.root)
            validator.readDocuments(of: file.json.root)
        }
    }
}
