internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The size and the hits of a cache, for metrics.
package struct CacheStatistics: Sendable {
    /// Requests and posts that the cache could answer.
    package var hits = 0
    package var misses = 0
    /// Posts and responses in the cache now.
    package var entries = 0
    package var bytes = 0
}

/// The JSON of posts, made from the database and cached until something changes.
///
/// A post is cached as its JSON without the view count, which is its last member: counting a view
/// then changes a number and no bytes. Whole responses are cached by request target. The cache
/// follows the store's changes and never shows anything that is not in the database.
final class PostBodies: CacheOwner {
    /// A post's JSON up to its view count, and the count.
    private struct Fragment {
        var prefix: [UInt8]
        var views: Int64
        var id: Post.ID?
        var place: CacheBudget.Place = 0

        /// Adds a view, up to the same limit as in the store.
        mutating func countView() {
            if views < Post.mostViews { views += 1 }
        }
    }

    /// A response for one target, valid as long as the content's version is the same.
    private struct Remembered {
        var version: UInt64
        var body: [UInt8]
    }

    /// A response with more bytes is not cached.
    private static let largestAnswer = 1024 * 1024
    /// The capacity in bytes that the write buffer keeps between responses.
    private static let usualRoom = 16 * 1024

    private let posts: PostStore
    private let isOn: Bool
    private let budget: CacheBudget
    private var owner: Int32 = 0
    private var fragments: [Int64: Fragment] = [:]
    private var keys: [Post.ID: Int64] = [:]
    private let answers: TargetTable<Remembered>
    private var rollbacks = 0
    private var hits = 0
    private var misses = 0
    private var writer = JSONWriter(escaping: .ascii, reserving: usualRoom)

    init(_ posts: PostStore, usesCaches: Bool, _ budget: CacheBudget) {
        self.posts = posts
        isOn = usesCaches
        self.budget = budget
        answers = TargetTable(budget)
        owner = budget.join(self)
    }

    deinit {
        forgetFragments()
        budget.leave(owner)
    }

    var statistics: CacheStatistics {
        CacheStatistics(
            hits: hits,
            misses: misses,
            entries: fragments.count + answers.count,
            bytes: budget.bytes(of: owner) + answers.size
        )
    }

    // MARK: Answers

    /// The cached response to `request`, or the one that `make` makes.
    func remembering(_ request: Request, _ make: () throws -> [UInt8]) throws -> Response {
        guard isOn else { return .json(body: try make()) }
        catchUp()
        let target = request.target
        if let kept = answers.find(target), kept.version == posts.changes.version {
            hits += 1
            var response = Response.json(body: kept.body)
            response.isRepeatable = true
            return response
        }
        misses += 1
        let body = try make()
        if body.count <= Self.largestAnswer {
            let kept = Remembered(version: posts.changes.version, body: body)
            answers.insert(kept, size: body.heldBytes, for: target)
        }
        return .json(body: body)
    }

    // MARK: Posts

    /// The key of the post with `id`.
    ///
    /// Throws ``PostError/noSuchPost``.
    func key(of id: Post.ID) throws -> Int64 {
        catchUp()
        return try keys[id] ?? posts.key(of: id)
    }

    /// Counts a view and returns the post's JSON with that view included, as a whole body.
    func countingView(key: Int64) throws -> [UInt8] {
        try posts.countView(key: key)
        return try body(key: key)
    }

    /// The post's JSON as a whole body.
    func body(key: Int64) throws -> [UInt8] {
        catchUp()
        writer.removeAll()
        try write(key: key)
        writer.byte(0x0A)
        return written()
    }

    /// The JSON array of the posts with these keys, as a whole body.
    func array(of keys: [Int64]) throws -> [UInt8] {
        catchUp()
        writer.removeAll()
        writer.beginArray()
        for key in keys { try write(key: key) }
        writer.endArray()
        writer.byte(0x0A)
        return written()
    }

    /// The JSON of a page of posts as a whole body, between `opening` and `closing`.
    func page(
        _ filter: Post.Filter,
        _ window: Window,
        opening: (inout JSONWriter) -> Void,
        closing: (inout JSONWriter) -> Void
    ) throws -> [UInt8] {
        catchUp()
        writer.removeAll()
        opening(&writer)
        if isOn {
            // The keys are read from an index alone, and most posts are in the cache.
            let keys = try posts.keys(filter, limit: window.limit, offset: window.offset)
            for key in keys { try write(key: key) }
        } else {
            try posts.readPage(filter, limit: window.limit, offset: window.offset) { post in
                _ = try write(post)
            }
        }
        closing(&writer)
        return written()
    }

    /// The written bytes; the buffer of a very large response is freed.
    private func written() -> [UInt8] {
        let bytes = writer.bytes
        if bytes.count > Self.largestAnswer { writer.removeAll(keepingAtMost: Self.usualRoom) }
        return bytes
    }

    private func write(key: Int64) throws {
        if let fragment = fragments[key] {
            hits += 1
            budget.touch(fragment.place)
            writer.opening(fragment.prefix)
            writer.int(fragment.views)
            writer.endObject()
            return
        }
        if let made = try posts.read(key: key, write) {
            misses += 1
            cache(made, for: key)
        }
    }

    /// Writes a post and returns its cache entry; nil when caching is off.
    private func write(_ post: PostRecord) throws -> Fragment? {
        let start = writer.length
        try post.writeWithoutViews(&writer) { json in
            if post.comments > 0 { try writeComments(ofPost: post.key, &json) }
        }
        let prefix = isOn ? writer.value(from: start) : nil
        writer.int(post.views)
        writer.endObject()
        return prefix.map { Fragment(prefix: $0, views: post.views, id: post.postID) }
    }

    /// Writes the comments of a post as elements of the array that the caller has begun.
    func writeComments(ofPost key: Int64, _ json: inout JSONWriter) throws {
        try posts.forEachComment(ofPost: key) { $0.write(&json) }
    }

    private func cache(_ fragment: Fragment, for key: Int64) {
        // The fragment is in both tables; 64 bytes stand for its entries there.
        let size = fragment.prefix.heldBytes + 64
        let number = UInt64(bitPattern: key)
        guard let place = budget.insert(size, number, of: owner) else { return }
        fragments[key] = fragment
        fragments[key]?.place = place
        if let id = fragment.id { keys[id] = key }
    }

    // MARK: Changes

    /// Removes cached posts that have changed since the last call.
    private func catchUp() {
        guard isOn else { return }
        if rollbacks != posts.rollbacks {
            rollbacks = posts.rollbacks
            _ = posts.changes.take()
            forgetAll()
            return
        }
        for change in posts.changes.take() {
            switch change {
            case .viewed(let key): fragments[key]?.countView()
            case .changed(let key): forget(key)
            case .everything: forgetFragments()
            }
        }
    }

    private func forget(_ key: Int64) {
        guard let fragment = fragments.removeValue(forKey: key) else { return }
        budget.remove(fragment.place)
        if let id = fragment.id { keys[id] = nil }
    }

    private func forgetFragments() {
        for fragment in fragments.values { budget.remove(fragment.place) }
        (fragments, keys) = ([:], [:])
    }

    /// Empties the cache and returns its memory to the shared limit.
    func forgetAll() {
        forgetFragments()
        answers.removeAll()
    }

    func evict(_ key: UInt64) {
        guard let fragment = fragments.removeValue(forKey: Int64(bitPattern: key)) else { return }
        fragments.shrinkIfSparse()
        guard let id = fragment.id else { return }
        keys[id] = nil
        keys.shrinkIfSparse()
    }
}

extension PostRecord {
    /// The id that clients see.
    fileprivate var postID: Post.ID? { Post.ID(hex: String(decoding: id, as: UTF8.self)) }
}
