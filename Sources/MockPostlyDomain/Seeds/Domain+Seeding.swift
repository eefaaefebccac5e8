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
            let authors = try seed.users.map { user in
                let account = try add(user)
                keys.append(work.connection.lastInsertRowID)
                return account
            }
            try seed.forEachPost { try add($0, authors) }
            try add(seed.community, keys)
            let count = try posts.count(.status("published"))
            if count > SearchIndex.threshold { try posts.index.build() }
            try work.connection.run(
                "INSERT OR REPLACE INTO seeding (id, seeded_at) VALUES (1, ?1)",
                [.integer(world.now.microseconds)]
            )
            try documents.reset()
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
            picture: user.picture
        )
        // The password stands in the seed for all to read: a slow hash would protect nothing.
        let password = user.password.map {
            PasswordHash.seeded($0, salt: Array(user.userID.utf8)).stored
        }
        try users.insert(account, password: password, createdAt: user.createdAt)
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
                author: authors[post.author],
                draft: draft,
                slug: try post.slug ?? seedSlug(post),
                createdAt: post.createdAt,
                updatedAt: post.updatedAt,
                views: post.views
            )
        )
        try posts.seedLikes(post.likes.map { authors[$0].id }, of: key)
        for comment in post.comments {
            let author = authors[comment.author]
            try posts.insertComment(comment.id, key, comment.content, author, comment.createdAt)
        }
    }

    /// The slug that the title gives; one that is taken ends like the post's id, so that the same
    /// seed gives the same slugs.
    private func seedSlug(_ post: SeedPost) throws -> String {
        let wanted = slug(of: post.title)
        do {
            _ = try posts.key(ofSlug: wanted)
            return wanted + "-" + post.id.hex.suffix(6)
        } catch PostError.noSuchPost {
            return wanted
        }
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
