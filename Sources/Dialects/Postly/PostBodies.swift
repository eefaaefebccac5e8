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
final class PostBodies {
    /// A post's JSON up to its view count, and the count.
    private final class Text {
        let bytes: [UInt8]
        /// Right for ``PostBodies/version``, unless answers are not cached.
        var views: Int64

        init(_ bytes: [UInt8], _ views: Int64) { (self.bytes, self.views) = (bytes, views) }
    }

    /// The most bytes that are expected of a page.
    private static let largestPage = 1024 * 1024

    private let posts: PostStore
    private let isOn: Bool
    /// Those of Postly, where posts are counted too.
    let statistics: CacheStatistics
    /// By the keys of the posts.
    private let texts: KeptValues<Text>
    /// The keys of posts that have or had a text.
    private var keys: [Post.ID: Int64] = [:]
    /// The content that the texts belong to.
    private var version: ContentVersion
    /// The expected number of bytes of a page.
    private var usualPage = 16 * 1024

    init(_ context: DialectContext) {
        posts = context.domain.posts
        isOn = context.usesCaches
        statistics = context.statistics(of: Postly.self)
        texts = KeptValues(context.caches, statistics)
        version = posts.version
    }

    // MARK: Single posts

    /// Counts a view of the post with `id` and returns its JSON, as ``countingView(key:)``.
    ///
    /// Throws ``PostError/noSuchPost``.
    func countingView(of id: Post.ID) throws -> [UInt8] {
        follow()
        guard isOn, let key = keys[id] else { return try countingView(key: posts.key(of: id)) }
        try posts.countView(ofExisting: key)
        return try counted(key)
    }

    /// Counts a view and returns the post's JSON with that view included, as a whole body.
    func countingView(key: Int64) throws -> [UInt8] {
        follow()
        try posts.countView(key: key)
        return try counted(key)
    }

    private func counted(_ key: Int64) throws -> [UInt8] {
        _ = follows(viewOf: texts.find(key))
        return try body(key: key)
    }

    /// What counts further views of the post with `id` and its answers; nil when each has to be made.
    func renewal(of id: Post.ID) -> PostRenewal? {
        guard isOn, posts.defersViews, let key = keys[id] else { return nil }
        return PostRenewal(key: key, self)
    }

    /// Counts a view of a post whose JSON is here, and returns its views.
    ///
    /// Nil, and nothing is counted, when the JSON is not here, they would not be below `limit`, or the
    /// database must be written to.
    fileprivate func countingView(key: Int64, below limit: Int64) -> Int64? {
        follow()
        guard let text = texts.find(key), text.views < limit - 1,
            posts.deferView(ofExisting: key), follows(viewOf: text)
        else { return nil }
        statistics.hits += 1
        return text.views
    }

    /// The post's JSON as a whole body.
    func body(key: Int64) throws -> [UInt8] {
        follow()
        let expected = texts.find(key).map { $0.bytes.count + 24 } ?? 2048
        return try written(expecting: expected) { try write(key: key, &$0) }
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
                for (text, views) in known { write(text, views, &json) }
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
    ) throws -> [(Text, views: Int64)]? {
        guard case .status("published") = filter, !texts.isEmpty else { return nil }
        var known: [(Text, views: Int64)] = []
        let posts = try posts.keysAndViews(limit: window.limit, offset: window.offset)
        known.reserveCapacity(posts.count)
        for (key, views) in posts {
            guard let text = texts.find(key) else { return nil }
            known.append((text, views))
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
        if isOn, let text = texts.find(key) { return write(text, text.views, &json) }
        try posts.read(key: key) { post in
            try write(post, &json) { try writeComments(ofPost: post.key, &$0) }
        }
    }

    private func write(_ text: Text, _ views: Int64, _ json: inout JSONWriter) {
        if isOn { statistics.hits += 1 }
        json.opening(text.bytes)
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
        if texts.find(post.key) == nil {
            let text = Text(json.value(from: start), post.views)
            // 96 bytes stand for the object and its entries.
            texts.keep(text, as: post.key, size: text.bytes.bufferedBytes + 96)
            let id = Post.ID(hex: String(decoding: post.id, as: UTF8.self))
            if let id { keys[id] = post.key }
        }
        json.int(post.views)
        json.endObject()
    }

    // MARK: Changes

    /// Drops what belongs to another content than the present one.
    ///
    /// With caches, the views beside texts are shown, so they must have been counted here.
    private func follow() {
        let present = posts.version
        guard present != version else { return }
        if isOn || present.withoutCounts != version.withoutCounts { forgetAll() }
        version = present
    }

    /// Follows a view that was just counted in the database; returns false, and does nothing, when
    /// something else has changed too.
    private func follows(viewOf text: Text?) -> Bool {
        let present = posts.version
        // On a full disk no view is counted.
        if present == version { return true }
        guard present.isOneCount(after: version) else { return false }
        // Up to the same limit as in the store.
        if let text, text.views < Post.mostViews { text.views += 1 }
        version = present
        return true
    }

    /// Drops everything and returns its memory to the shared limit.
    func forgetAll() {
        texts.removeAll()
        keys = [:]
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
