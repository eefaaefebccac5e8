package import MockPostlyContent

extension Domain {
    /// How many things of each kind a system has.
    package typealias Counts = (scope: ContentScope, counts: [(name: String, count: Int64)])

    /// The numbers that people compare with what an app shows, for each system that counts its own.
    ///
    /// Of Postly's posts a feed has the published ones.
    package func counts() throws -> [Counts] {
        let blog = try posts.totals()
        let published = try posts.publishedTotal()
        let feed = try feed.totals()
        return [
            (
                .postly,
                [
                    ("users", blog.users), ("posts", blog.posts), ("published", published),
                    ("drafts", blog.posts - published), ("comments", blog.comments),
                ]
            ),
            (
                .community,
                [("members", feed.members), ("posts", feed.posts), ("comments", feed.comments)]
            ),
        ]
    }
}
