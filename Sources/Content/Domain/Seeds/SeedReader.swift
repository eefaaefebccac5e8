import MockPostlyJSON

/// The people and posts of a seed, read and checked as a whole.
///
/// A seed is one or more files that are consistent together; see `seed/README.md` for their
/// format. Everything is checked before the first post is handed out, so nothing is ever half
/// loaded. Of a large seed no more than one file is in memory at a time: its files are read three
/// times, for the people, for the check and for the posts.
package struct SeedReader {
    /// In the order of the files; posts name people by their place here.
    package let users: [SeedUser]
    package let counts: SeedCounts
    /// Names people by their place too.
    package let community: SeedCommunity
    package let documents: SeedDocuments
    /// The ids of those who wrote or liked something and are no users; their places follow those
    /// of the users.
    package let strangers: [String]

    private let files: [SeedDocument]
    /// Knows the people, so that posts can be read again.
    private let validator: SeedValidator
    /// The posts themselves, of a seed that is small enough.
    private let posts: [SeedPost]?

    /// Finds, reads and checks a seed; throws its first fault.
    package init(_ source: SeedSource) throws(SeedFault) {
        try self.init(source, smallSeed: 4 << 20)
    }

    /// Keeps posts in memory when the files have no more than `smallSeed` bytes.
    init(_ source: SeedSource, smallSeed: Int) throws(SeedFault) {
        var check = SeedCheck(limit: 1, smallSeed: smallSeed)
        check.run(source)
        if let fault = check.validator.faults.first { throw fault }
        (files, validator, posts) = (check.documents, check.validator, check.posts)
        (users, counts) = (check.validator.users, check.validator.counts)
        (community, documents) = (check.validator.community, check.validator.records)
        strangers = check.validator.strangers
    }

    /// Calls `body` with each post, in the order of the files.
    ///
    /// Throws what `body` throws, and a ``SeedFault`` when a file has changed since it was checked
    /// and is at fault now.
    package func forEachPost(_ body: (SeedPost) throws -> Void) throws {
        if let posts {
            for post in posts { try body(post) }
            return
        }
        var validator = validator
        validator.rewind()
        for (index, document) in files.enumerated() {
            if let file = validator.open(document, number: index) {
                try validator.readPosts(of: file.json.root, body)
            }
            if let fault = validator.faults.first { throw fault }
        }
    }
}
