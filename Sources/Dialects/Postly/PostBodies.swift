internal import MockPostlyContent
internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlyWorld

/// The JSON of posts, made from the database and kept until something is written.
///
/// A post is kept as its JSON without the view count, which is its last member: counting a view
/// then changes a number and no bytes. Everything is dropped when the version of the content says
/// that something else was written, also what no store has announced.
///
/// Without caches only the texts are kept: which posts a page has and their views are read from the
/// database, and a single post as a whole.
final class PostBodies: CacheOwner {
    /// A post's JSON up to its view count, and the count.
    private final class Fragment {
        let key: Int64
        let id: Post.ID?
        let prefix: [UInt8]
        /// Right for ``PostBodies/version``, unless answers are not cached.
        private(set) var views: Int64
        var place: CacheBudget.Place = 0

        init(_ post: PostRecord, _ prefix: [UInt8]) {
            key = post.key
            id = Post.ID(hex: String(decoding: post.id, as: UTF8.self))
            views = post.views
            self.prefix = prefix
        }

        /// Adds a view, up to the same limit as in the store.
        func countView() {
            if views < Post.mostViews { views += 1 }
        }
    }

    /// The most bytes that are expected of a page.
    private static let largestPage = 1024 * 1024

    private let posts: PostStore
    private let isOn: Bool
    private let budget: CacheBudget
    /// Those of Postly, where posts are counted too.
    let statistics: CacheStatistics
    private var fragments: [Int64: Fragment] = [:]
    private var fragmentsByID: [Post.ID: Fragment] = [:]
    /// The content that the fragments belong to.
    private var version: ContentVersion
    /// The expected number of bytes of a page.
    private var usualPage = 16 * 1024

    init(_ context: DialectContext) {
        posts = context.domain.posts
        isOn = context.usesCaches
        budget = context.caches
        statistics = context.statistics(of: Postly.self)
        version = posts.version
    }

    deinit { forgetAll() }

    // MARK: Single posts

    /// Counts a view of the post with `id` and returns its JSON, as ``countingView(key:)``.
    ///
    /// Throws ``PostError/noSuchPost``.
    func countingView(of id: Post.ID) throws -> [UInt8] {
        follow()
        guard isOn, let fragment = fragmentsByID[id] else {
            return try countingView(key: posts.key(of: id))
        }
        try posts.countView(ofExisting: fragment.key)
        guard follows(viewOf: fragment) else { return try body(key: fragment.key) }
        return written(expecting: fragment.prefix.count + 24) {
            write(fragment, fragment.views, &$0)
        }
    }

    /// What counts further views of the post with `id` and its answers; nil when each has to be made.
    func renewal(of id: Post.ID) -> PostRenewal? {
        guard isOn, posts.defersViews, let fragment = fragmentsByID[id] else { return nil }
        return PostRenewal(key: fragment.key, self)
    }

    /// Counts a view of a post whose JSON is here, and returns its views.
    ///
    /// Nil, and nothing is counted, when the JSON is not here, they would not be below `limit`, or the
    /// database must be written to.
    fileprivate func countingView(key: Int64, below limit: Int64) -> Int64? {
        follow()
        guard let fragment = fragments[key], fragment.views < limit - 1,
            posts.deferView(ofExisting: key), follows(viewOf: fragment)
        else { return nil }
        statistics.hits += 1
        budget.touch(fragment.place)
        return fragment.views
    }

    /// Counts a view and returns the post's JSON with that view included, as a whole body.
    func countingView(key: Int64) throws -> [UInt8] {
        follow()
        try posts.countView(key: key)
        _ = follows(viewOf: fragments[key])
        return try body(key: key)
    }

    /// The post's JSON as a whole body.
    func body(key: Int64) throws -> [UInt8] {
        follow()
        return try written(expecting: 2048) { try write(key: key, &$0) }
    }

    // MARK: Lists

    /// The JSON array of the posts with these keys, as a whole body.
    func array(of keys: [Int64]) throws -> [UInt8] {
        try list { json in
            json.beginArray()
            for key in keys { try write(key: key, &json) }
            json.endArray()
        }
    }

    /// The JSON of a page of posts as a whole body, between `opening` and `closing`.
    func page(
        _ filter: Post.Filter,
        _ window: Window,
        opening: (inout JSONWriter) -> Void,
        closing: (inout JSONWriter) -> Void
    ) throws -> [UInt8] {
        try list { json in
            let known = try knownPosts(filter, window)
            opening(&json)
            if let known {
                for (fragment, views) in known { write(fragment, views, &json) }
            } else {
                try writePosts(filter, window, &json)
            }
            closing(&json)
        }
    }

    /// The list that `write` writes, in memory for one of the same size as the last.
    private func list(_ write: (inout JSONWriter) throws -> Void) throws -> [UInt8] {
        follow()
        let body = try written(expecting: usualPage, write)
        usualPage = min(body.count + body.count / 8, Self.largestPage)
        // A short one does not keep the room of a long one.
        return body.count < body.capacity / 2 ? Array(body[...]) : body
    }

    /// The document that `write` writes, and a line end.
    private func written(
        expecting count: Int,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> [UInt8] {
        try JSONWriter.array(escaping: .ascii, expecting: count) { json in
            try write(&json)
            json.byte(0x0A)
        }
    }

    /// The posts of a page with their present views; nil when one of them is not here.
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

    /// Writes the posts of a page as the database has them, and keeps them.
    private func writePosts(
        _ filter: Post.Filter,
        _ window: Window,
        _ json: inout JSONWriter
    ) throws {
        try posts.readPage(filter, limit: window.limit, offset: window.offset) { post, comments in
            try write(post, &json) { json in
                try comments.forEach(ofPost: post.key) { $0.write(&json) }
            }
        }
    }

    /// Writes the comments of a post as elements of the array that the caller has begun.
    func writeComments(ofPost key: Int64, _ json: inout JSONWriter) throws {
        try posts.forEachComment(ofPost: key) { $0.write(&json) }
    }

    private func write(key: Int64, _ json: inout JSONWriter) throws {
        if isOn, let fragment = fragments[key] { return write(fragment, fragment.views, &json) }
        try posts.read(key: key) { post in
            try write(post, &json) { try writeComments(ofPost: post.key, &$0) }
        }
    }

    private func write(_ fragment: Fragment, _ views: Int64, _ json: inout JSONWriter) {
        if isOn { statistics.hits += 1 }
        budget.touch(fragment.place)
        json.opening(fragment.prefix)
        json.int(views)
        json.endObject()
    }

    /// Writes a post as the database has it, and keeps it.
    private func write(
        _ post: PostRecord,
        _ json: inout JSONWriter,
        comments: (inout JSONWriter) throws -> Void
    ) throws {
        let start = json.length
        try post.writeWithoutViews(&json) { if post.comments > 0 { try comments(&$0) } }
        if isOn { statistics.misses += 1 }
        if fragments[post.key] == nil { keep(Fragment(post, json.value(from: start))) }
        json.int(post.views)
        json.endObject()
    }

    private func keep(_ fragment: Fragment) {
        // The fragment is in both tables; 96 bytes stand for it and its entries there.
        let size = fragment.prefix.bufferedBytes + 96
        let number = UInt64(bitPattern: fragment.key)
        guard let place = budget.insert(size, number, of: self, statistics) else { return }
        fragment.place = place
        fragments[fragment.key] = fragment
        if let id = fragment.id { fragmentsByID[id] = fragment }
    }

    // MARK: Changes

    /// Drops what belongs to another content than the present one.
    ///
    /// With caches, the views of fragments are shown, so they must have been counted here.
    private func follow() {
        let present = posts.version
        guard present != version else { return }
        if isOn || present.withoutCounts != version.withoutCounts { forgetAll() }
        version = present
    }

    /// Follows a view that was just counted in the database; returns false, and does nothing, when
    /// something else has changed too.
    private func follows(viewOf fragment: Fragment?) -> Bool {
        let present = posts.version
        // On a full disk no view is counted.
        if present == version { return true }
        guard present.isOneCount(after: version) else { return false }
        fragment?.countView()
        version = present
        return true
    }

    /// Drops everything and returns its memory to the shared limit.
    func forgetAll() {
        for fragment in fragments.values { budget.remove(fragment.place) }
        (fragments, fragmentsByID) = ([:], [:])
    }

    func evict(_ key: UInt64) {
        guard let fragment = fragments.removeValue(forKey: Int64(bitPattern: key)) else { return }
        fragments.shrinkIfSparse()
        guard let id = fragment.id else { return }
        fragmentsByID[id] = nil
        fragmentsByID.shrinkIfSparse()
    }
}

/// Counts the views of one post while its answers are otherwise the same.
///
/// `@unchecked`: it is used on the loop's thread alone.
final class PostRenewal: AnswerRenewal, @unchecked Sendable {
    private let key: Int64
    private let bodies: PostBodies

    fileprivate init(key: Int64, _ bodies: PostBodies) {
        (self.key, self.bodies) = (key, bodies)
    }

    func next(below limit: Int64) -> Int64? { bodies.countingView(key: key, below: limit) }

    /// Views are the last member of a post.
    var rest: Int { "}\n".utf8.count }
}
