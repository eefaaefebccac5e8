internal import MockPostlyContent
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The size and the hits of a cache, for metrics.
package struct CacheStatistics: Sendable {
    /// Requests and posts that the cache could answer.
    package var hits = 0
    /// Requests and posts that were formatted anew.
    package var misses = 0
    /// Posts and responses in the cache now.
    package var entries = 0
    /// Their overhead included; part of the shared ``CacheBudget``.
    package var bytes = 0
}

/// The JSON of posts, made from the database and cached until something changes.
///
/// A post is cached as its JSON without the view count, which is its last member: counting a view
/// then changes a number and no bytes. Whole responses are cached by request target. The cache
/// follows the store's changes and never shows anything that is not in the database.
final class PostBodies: CacheOwner {
    /// A post's JSON up to its view count, and the count.
    private final class Fragment {
        let key: Int64
        let id: Post.ID?
        let prefix: [UInt8]
        private(set) var views: Int64
        var place: CacheBudget.Place = 0

        init(_ post: PostRecord, _ prefix: [UInt8]) {
            (key, id, views) = (post.key, post.postID, post.views)
            self.prefix = prefix
        }

        /// Adds a view, up to the same limit as in the store.
        func countView() {
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
    private var fragmentsByID: [Post.ID: Fragment] = [:]
    private let answers: TargetTable<Remembered>
    private var rollbacks = 0
    private var hits = 0
    private var misses = 0
    /// The content to which the fragments belong where answers are not cached.
    private var textsVersion: ContentVersion
    /// The expected number of bytes of a page that is made without caches.
    private var usualPage = usualRoom
    private var writer = JSONWriter(escaping: .ascii, reserving: usualRoom)

    init(_ posts: PostStore, usesCaches: Bool, _ budget: CacheBudget) {
        self.posts = posts
        isOn = usesCaches
        self.budget = budget
        textsVersion = posts.versionOfTexts
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
            answers.insert(kept, size: body.bufferedBytes, for: target)
        }
        return .json(body: body)
    }

    // MARK: Posts

    /// Counts a view of the post with `id` and returns its JSON, as ``countingView(key:)``.
    ///
    /// Throws ``PostError/noSuchPost``.
    func countingView(of id: Post.ID) throws -> [UInt8] {
        catchUp()
        guard isOn, let fragment = fragmentsByID[id] else {
            return try countingView(key: posts.key(of: id))
        }
        try posts.countView(ofExisting: fragment.key)
        // Mostly nothing but this view has changed; then the fragment need not be looked up again.
        guard rollbacks == posts.rollbacks, posts.changes.takeView(of: fragment.key) else {
            return try body(key: fragment.key)
        }
        fragment.countView()
        hits += 1
        writer.removeAll()
        write(fragment)
        writer.byte(0x0A)
        return written()
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
        guard isOn else { return try freshPage(filter, window, opening: opening, closing: closing) }
        catchUp()
        writer.removeAll()
        opening(&writer)
        // The keys are read from an index alone, and most posts are in the cache.
        let keys = try posts.keys(filter, limit: window.limit, offset: window.offset)
        for key in keys { try write(key: key) }
        closing(&writer)
        return written()
    }

    /// As ``page(_:_:opening:closing:)``, where answers are not cached.
    ///
    /// Which posts it has and their views are read from the database. So are their texts, unless
    /// they were written since the last write of anything but views; see ``dropOldTexts()``.
    private func freshPage(
        _ filter: Post.Filter,
        _ window: Window,
        opening: (inout JSONWriter) -> Void,
        closing: (inout JSONWriter) -> Void
    ) throws -> [UInt8] {
        dropOldTexts()
        let known = try knownPosts(filter, window)
        let page = try JSONWriter.array(escaping: .ascii, expecting: usualPage) { json in
            opening(&json)
            if let known {
                for (fragment, views) in known {
                    budget.touch(fragment.place)
                    json.opening(fragment.prefix)
                    json.int(views)
                    json.endObject()
                }
            } else {
                try writePosts(filter, window, &json)
            }
            closing(&json)
        }
        // A page of the same size as this one is written without being copied.
        usualPage = min(max(page.count + page.count / 8, usualPage / 2), Self.largestAnswer)
        return page
    }

    /// The cached posts of a page with their present views; nil when one of them is not cached.
    private func knownPosts(
        _ filter: Post.Filter,
        _ window: Window
    ) throws -> [(Fragment, views: Int64)]? {
        guard case .status("published") = filter, !fragments.isEmpty else { return nil }
        var known: [(Fragment, views: Int64)] = []
        let posts = try posts.keysAndViews(limit: window.limit, offset: window.offset)
        known.reserveCapacity(posts.count)
        for (key, views) in posts {
            guard let fragment = fragments[key] else { return nil }
            known.append((fragment, views))
        }
        return known
    }

    /// Writes the posts of a page as the database has them, and caches them.
    private func writePosts(
        _ filter: Post.Filter,
        _ window: Window,
        _ json: inout JSONWriter
    ) throws {
        try posts.readPage(filter, limit: window.limit, offset: window.offset) { post, comments in
            let start = json.length
            try post.writeWithoutViews(&json) { json in
                guard post.comments > 0 else { return }
                try comments.forEach(ofPost: post.key) { $0.write(&json) }
            }
            if fragments[post.key] == nil { cache(Fragment(post, json.value(from: start))) }
            json.int(post.views)
            json.endObject()
        }
    }

    /// Empties the cache of posts, where answers are not cached, when the database was written to.
    ///
    /// Here the cache does not rely on the changes that stores announce, but on SQLite's own count
    /// of written rows. So ``--no-cache`` shows a change that a store forgot to announce.
    private func dropOldTexts() {
        guard textsVersion != posts.versionOfTexts else { return }
        forgetFragments()
        textsVersion = posts.versionOfTexts
    }

    /// The written bytes; the buffer of a very large response is freed.
    private func written() -> [UInt8] {
        let bytes = writer.bytes
        if bytes.count > Self.largestAnswer { writer.removeAll(keepingAtMost: Self.usualRoom) }
        return bytes
    }

    private func write(key: Int64) throws {
        if isOn, let fragment = fragments[key] {
            hits += 1
            return write(fragment)
        }
        if let made = try posts.read(key: key, write) {
            misses += 1
            cache(made)
        }
    }

    private func write(_ fragment: Fragment) {
        budget.touch(fragment.place)
        writer.opening(fragment.prefix)
        writer.int(fragment.views)
        writer.endObject()
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
        return prefix.map { Fragment(post, $0) }
    }

    /// Writes the comments of a post as elements of the array that the caller has begun.
    func writeComments(ofPost key: Int64, _ json: inout JSONWriter) throws {
        try posts.forEachComment(ofPost: key) { $0.write(&json) }
    }

    private func cache(_ fragment: Fragment) {
        // The fragment is in both tables; 96 bytes stand for it and its entries there.
        let size = fragment.prefix.bufferedBytes + 96
        let number = UInt64(bitPattern: fragment.key)
        guard let place = budget.insert(size, number, of: owner) else { return }
        fragment.place = place
        fragments[fragment.key] = fragment
        if let id = fragment.id { fragmentsByID[id] = fragment }
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
        if let id = fragment.id { fragmentsByID[id] = nil }
    }

    private func forgetFragments() {
        for fragment in fragments.values { budget.remove(fragment.place) }
        (fragments, fragmentsByID) = ([:], [:])
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
        fragmentsByID[id] = nil
        fragmentsByID.shrinkIfSparse()
    }
}

extension PostRecord {
    /// The id that clients see.
    fileprivate var postID: Post.ID? { Post.ID(hex: String(decoding: id, as: UTF8.self)) }
}
