internal import MockPostlyCrypto
internal import MockPostlySQLite
internal import MockPostlyWorld

extension Domain {
    /// Whether the content was filled from a seed once, even from one with nothing in it.
    package var isSeeded: Bool {
        get throws { try work.connection.first("SELECT 1 FROM seeding") { _ in true } ?? false }
    }

    /// Makes the content that of `seed` and nothing else; all of it, or nothing changes.
    ///
    /// The writes are part of the open unit of work, as those of a request are.
    package func reset(to seed: SeedReader) throws {
        try work.write {
            try clear()
            var keys: [Member.ID] = []
            var authors = try seed.users.map { user in
                let account = try add(user)
                keys.append(work.connection.lastInsertRowID)
                return account
            }
            // What they are called stands with what they wrote.
            authors += seed.strangers.map { User(id: User.ID($0), email: "", name: "") }
            try seed.forEachPost { try add($0, authors) }
            try add(seed.community, keys, of: seed.users)
            let count = try posts.count(.status("published"))
            if count > SearchIndex.threshold { try posts.index.build() }
            try work.connection.run(
                "INSERT OR REPLACE INTO seeding (id, seeded_at) VALUES (1, ?1)",
                [.integer(world.now.microseconds)]
            )
            try documents.reset(to: seed.documents)
        }
        posts.changes.note(.everything)
    }

    private func clear() throws {
        try posts.index.drop()
        try work.connection.script(
            """
            DELETE FROM community_comment;
            DELETE FROM community_post;
            DELETE FROM community_member;
            DELETE FROM api_token;
            -- The same seed gives the same ids.
            DELETE FROM sqlite_sequence;
            DELETE FROM comment;
            DELETE FROM post_like;
            DELETE FROM post_content;
            DELETE FROM post;
            DELETE FROM status_total;
            DELETE FROM author_total;
            DELETE FROM user;
            """
        )
    }

    private func add(_ user: SeedUser) throws -> User {
        let account = User(
            id: User.ID(user.userID),
            email: user.email,
            name: user.name,
            picture: user.picture,
            lastLogin: user.lastLogin
        )
        // The password stands in the seed for all to read: a slow hash would protect nothing.
        let password = user.password.map {
            PasswordHash.seeded($0, salt: Array(user.userID.utf8)).stored
        }
        try users.insert(
            account,
            password: password ?? user.passwordHash,
            createdAt: user.createdAt,
            number: user.number
        )
        return account
    }

    private func add(_ post: SeedPost, _ authors: [User]) throws {
        let draft = Post.Draft(
            title: post.title,
            content: post.content,
            status: post.status,
            coverImage: post.coverImage
        )
        let key = try posts.insert(
            PostStore.NewPost(
                id: post.id,
                author: authors[post.author].called(post.byline),
                draft: draft,
                slug: try post.slug ?? seedSlug(post),
                createdAt: post.createdAt,
                updatedAt: post.updatedAt,
                views: post.views
            )
        )
        try posts.seedLikes(post.likes.map { authors[$0].id }, of: key)
        for comment in post.comments {
            let author = authors[comment.author].called(comment.byline)
            try posts.insertComment(comment.id, key, comment.content, author, comment.createdAt)
        }
    }

    /// The slug that the title gives; one that is taken ends like the post's id or, where that is
    /// taken too, with other digits of it, so that the same seed gives the same slugs.
    private func seedSlug(_ post: SeedPost) throws -> String {
        let wanted = slug(of: post.title)
        if try isFree(wanted) { return wanted }
        let digits = post.id.hex
        for end in [digits.suffix(6), digits.dropFirst(12).prefix(6)] {
            let slug = "\(wanted)-\(end)"
            if try isFree(slug) { return slug }
        }
        var number = 1
        while true {
            let end = String(number, radix: 16)
            let slug =
                wanted + "-" + String(repeating: "0", count: max(0, 6 - end.utf8.count)) + end
            if try isFree(slug) { return slug }
            number += 1
        }
    }

    private func isFree(_ slug: String) throws -> Bool {
        do {
            _ = try posts.key(ofSlug: slug)
            return false
        } catch PostError.noSuchPost {
            return true
        }
    }
}

extension User {
    /// The person as something they wrote shows them.
    fileprivate func called(_ byline: SeedByline?) -> User {
        guard let byline else { return self }
        var user = self
        user.name = byline.name ?? name
        user.email = byline.email ?? email
        user.picture = byline.picture ?? picture
        return user
    }
}

extension PostStore {
    /// Adds likes as they are.
    fileprivate func seedLikes(_ users: [User.ID], of key: Int64) throws {
        guard !users.isEmpty else { return }
        for user in users {
            try db.run(
                "INSERT INTO post_like (post, user_id) VALUES (?1, ?2)",
                [.integer(key), .text(user.text)]
            )
        }
        try db.run(
            "UPDATE post SET likes = ?2 WHERE id = ?1",
            [.integer(key), .integer(users.count)]
        )
    }
}
