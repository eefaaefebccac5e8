// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        postly/auth/check-answers-the-current-user GET /api/auth/check: 12 15 200 content-type
        postly/auth/email-login-answers-the-user POST /api/auth/login/email: 13 18 200 content-type
        postly/auth/email-login-invalid-credentials POST /api/auth/login/email: 12 17 401 content-type
        postly/auth/email-login-requires-email-and-password POST /api/auth/login/email: 2 7 400 content-type
        postly/comments/create-answers-the-comment POST /api/posts/*/comments: 23 29 201 content-type
        postly/comments/delete-by-its-author DELETE /api/posts/*/comments/*: 55 58 200 content-type, 70 73 404 content-type
        postly/comments/listed-oldest-first GET /api/posts/*/comments: 68 70 200 content-type
        postly/cors/preflight OPTIONS /api/posts: 3 8 200 content-type access-control-allow-origin vary access-control-allow-methods access-control-allow-headers allow access-control-allow-credentials access-control-max-age access-control-expose-headers
        postly/likes/like-and-unlike DELETE /api/posts/*/like: 54 57 200 content-type
        postly/likes/like-and-unlike GET /api/posts/*/like: 23 26 200 content-type
        postly/likes/like-and-unlike POST /api/posts/*/like: 31 34 200 content-type
        postly/lists/beyond-the-end GET /api/posts?page=100000&limit=3: 24 26 200 content-type
        postly/lists/newest-first GET /api/posts?page=1&limit=3: 156 158 200 content-type
        postly/lists/not-an-integer GET /api/posts?page=x: 3 5 400 content-type
        postly/posts/create-answers-the-post POST /api/posts: 12 18 201 content-type
        postly/posts/create-requires-title-and-content POST /api/posts: 12 18 400 content-type
        postly/posts/delete-removes-the-post DELETE /api/posts/*: 23 26 200 content-type, 66 69 404 content-type
        postly/posts/delete-removes-the-post GET /api/posts/*: 31 33 404 content-type, 52 54 200 content-type
        postly/posts/get-by-slug GET /api/posts/slug/*: 23 25 200 content-type
        postly/posts/get-counts-a-view GET /api/posts/*: 33 35 200 content-type
        postly/posts/get-of-an-unknown-id GET /api/posts/69886d862f3621d9bb00ffff: 2 4 404 content-type
        postly/posts/malformed-id-is-quoted-as-python GET /api/posts/no-id: 3 5 400 content-type
        postly/posts/update-replaces-the-sent-fields PUT /api/posts/*: 51 57 200 content-type
        postly/routing/unknown-paths GET /api/nothing-here: 2 4 404 content-type allow
        postly/routing/wrong-methods PATCH /api/posts: 254 256 405 content-type allow
        postly/search/nothing-found GET /api/posts/search?query=zqxjvkwy: 2 4 200 content-type
        postly/search/requires-a-query GET /api/posts/search: 2 4 400 content-type
        postly/search/title-and-content GET /api/posts/search?query=the: 49 51 200 content-type
        postly/tokens/missing-header GET /api/auth/check: 2 4 401 content-type
        postly/tokens/not-enough-segments GET /api/auth/check: 2 5 422 content-type
        postly/users/my-posts GET /api/users/me/posts?page=1&limit=2: 70 73 200 content-type
        postly/users/posts-of-a-user GET /api/users/*/posts?page=1&limit=2: 70 72 200 content-type
        """
}
