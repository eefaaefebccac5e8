// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        postly/auth/check-answers-the-current-user GET /api/auth/check: postly/auth/check-answers-the-current-user 12 15 200 content-type
        postly/auth/email-login-answers-the-user POST /api/auth/login/email: postly/auth/email-login-answers-the-user 13 18 200 content-type
        postly/auth/email-login-invalid-credentials POST /api/auth/login/email: postly/auth/email-login-invalid-credentials 12 17 401 content-type
        postly/auth/email-login-requires-email-and-password POST /api/auth/login/email: postly/auth/email-login-requires-email-and-password 2 7 400 content-type
        postly/comments/create-answers-the-comment POST /api/posts/*/comments: postly/comments/create-answers-the-comment 23 29 201 content-type
        postly/comments/delete-by-its-author DELETE /api/posts/*/comments/*: postly/comments/delete-by-its-author 55 58 200 content-type, postly/comments/delete-by-its-author 70 73 404 content-type
        postly/comments/listed-oldest-first GET /api/posts/*/comments: postly/comments/listed-oldest-first 68 70 200 content-type
        postly/cors/preflight OPTIONS /api/posts: postly/cors/preflight 3 8 200 content-type access-control-allow-origin vary access-control-allow-methods access-control-allow-headers allow access-control-allow-credentials access-control-max-age access-control-expose-headers
        postly/likes/like-and-unlike DELETE /api/posts/*/like: postly/likes/like-and-unlike 54 57 200 content-type
        postly/likes/like-and-unlike GET /api/posts/*/like: postly/likes/like-and-unlike 23 26 200 content-type
        postly/likes/like-and-unlike POST /api/posts/*/like: postly/likes/like-and-unlike 31 34 200 content-type
        postly/lists/beyond-the-end GET /api/posts?page=100000&limit=3: postly/lists/beyond-the-end 24 26 200 content-type
        postly/lists/newest-first GET /api/posts?page=1&limit=3: postly/lists/newest-first 156 158 200 content-type
        postly/lists/not-an-integer GET /api/posts?page=x: postly/lists/not-an-integer 3 5 400 content-type
        postly/posts/create-answers-the-post POST /api/posts: postly/posts/create-answers-the-post 12 18 201 content-type
        postly/posts/create-requires-title-and-content POST /api/posts: postly/posts/create-requires-title-and-content 12 18 400 content-type
        postly/posts/delete-removes-the-post DELETE /api/posts/*: postly/posts/delete-removes-the-post 23 26 200 content-type, postly/posts/delete-removes-the-post 66 69 404 content-type
        postly/posts/delete-removes-the-post GET /api/posts/*: postly/posts/delete-removes-the-post 31 33 404 content-type, postly/posts/delete-removes-the-post 52 54 200 content-type
        postly/posts/get-by-slug GET /api/posts/slug/*: postly/posts/get-by-slug 23 25 200 content-type
        postly/posts/get-counts-a-view GET /api/posts/*: postly/posts/get-counts-a-view 33 35 200 content-type
        postly/posts/get-of-an-unknown-id GET /api/posts/69886d862f3621d9bb00ffff: postly/posts/get-of-an-unknown-id 2 4 404 content-type
        postly/posts/malformed-id-is-quoted-as-python GET /api/posts/no-id: postly/posts/malformed-id-is-quoted-as-python 3 5 400 content-type
        postly/posts/update-replaces-the-sent-fields PUT /api/posts/*: postly/posts/update-replaces-the-sent-fields 51 57 200 content-type
        postly/routing/unknown-paths GET /api/nothing-here: postly/routing/unknown-paths 2 4 404 content-type allow
        postly/routing/wrong-methods PATCH /api/posts: postly/routing/wrong-methods 254 256 405 content-type allow
        postly/search/nothing-found GET /api/posts/search?query=zqxjvkwy: postly/search/nothing-found 2 4 200 content-type
        postly/search/requires-a-query GET /api/posts/search: postly/search/requires-a-query 2 4 400 content-type
        postly/search/title-and-content GET /api/posts/search?query=the: postly/search/title-and-content 49 51 200 content-type
        postly/tokens/missing-header GET /api/auth/check: postly/tokens/missing-header 2 4 401 content-type
        postly/tokens/not-enough-segments GET /api/auth/check: postly/tokens/not-enough-segments 2 5 422 content-type
        postly/users/my-posts GET /api/users/me/posts?page=1&limit=2: postly/users/my-posts 70 73 200 content-type
        postly/users/posts-of-a-user GET /api/users/*/posts?page=1&limit=2: postly/users/posts-of-a-user 70 72 200 content-type
        """

    static let routes = """
        DELETE /api/posts/{id}: postly/clock/a-token-ends-on-every-route 63 66 401 content-type, postly/flows/android 67 72 200 content-type, postly/posts/delete-checks-in-order 12 15 400 content-type, postly/posts/delete-checks-in-order 20 23 404 content-type, postly/tokens/bad-token-on-every-route 27 30 422 content-type
        DELETE /api/posts/{id}/comments/{commentId}: postly/clock/a-token-ends-on-every-route 106 109 401 content-type, postly/comments/comment-id-is-compared-as-text 34 37 404 content-type, postly/comments/comment-id-is-compared-as-text 82 85 200 content-type, postly/comments/delete-checks-in-order 44 47 400 content-type, postly/tokens/bad-token-on-every-route 75 78 422 content-type
        DELETE /api/posts/{id}/like: postly/clock/a-token-ends-on-every-route 87 90 401 content-type, postly/flows/ios 119 123 200 content-type, postly/tokens/bad-token-on-every-route 59 62 422 content-type
        GET /: postly/clock/date-header 2 4 200 date
        GET /api/auth/check: postly/auth/check-answers-the-current-user 12 15 200 content-type, postly/auth/check-of-an-unknown-user 3 6 401 content-type, postly/clock/a-token-before-its-time 40 43 422 content-type
        GET /api/posts: postly/clock/date-header 37 39 200 date, postly/cors/with-origin 22 25 400 access-control-allow-origin vary access-control-allow-credentials access-control-max-age access-control-expose-headers
        GET /api/posts/search: postly/clock/dates-and-order 76 78 200 content-type, postly/search/requires-a-query 2 4 400 content-type
        GET /api/posts/slug/{slug}: postly/flows/web 44 46 200 content-type, postly/posts/delete-removes-the-post 38 40 404 content-type, postly/routing/malformed-paths 27 29 400
        GET /api/posts/{id}: postly/clock/a-token-ends-on-every-route 114 117 200 content-type, postly/cors/with-origin 32 35 404 access-control-allow-origin vary access-control-allow-credentials access-control-max-age access-control-expose-headers, postly/posts/malformed-id-is-quoted-as-python 3 5 400 content-type
        GET /api/posts/{id}/comments: postly/clock/comments 47 49 200 content-type, postly/comments/list-errors 2 4 404 content-type, postly/comments/list-errors 9 11 400 content-type
        GET /api/posts/{id}/like: postly/clock/a-token-ends-on-every-route 71 74 401 content-type, postly/flows/ios 51 55 200 content-type, postly/tokens/bad-token-on-every-route 43 46 422 content-type
        GET /api/users/me/posts: postly/auth/google-login-never-merges-accounts 34 37 200 content-type, postly/clock/a-token-ends-on-every-route 33 36 401 content-type, postly/tokens/algorithm-absent 2 5 422 content-type, postly/users/my-posts-errors 12 15 400 content-type
        GET /api/users/{userId}/posts: postly/clock/dates-and-order 102 104 200 content-type, postly/users/list-errors 2 4 400 content-type
        GET /postly/pictures/{file}: postly/pictures/show 2 4 200 content-type, postly/pictures/show 12 14 404 content-type allow
        GET /posts: postly/routing/unknown-paths 38 40 404 content-type allow
        POST /api/auth/login: postly/auth/email-login-keeps-the-older-registered-account 14 19 200 content-type, postly/auth/google-login-bad-json-is-401 2 7 401 content-type, postly/auth/google-login-requires-a-token 2 7 400 content-type
        POST /api/auth/login/email: postly/auth/email-login-answers-the-user 13 18 200 content-type, postly/auth/email-login-compares-exactly 12 17 401 content-type, postly/auth/email-login-object-email-is-not-a-query 13 18 400 content-type, postly/faults/a-page-may-read-its-name 2 9 503 x-mockpostly-fault access-control-allow-origin access-control-expose-headers
        POST /api/auth/register: postly/auth/check-answers-the-current-user 2 7 201 content-type, postly/auth/register-checks-presence-before-the-email 12 17 400 content-type
        POST /api/posts: postly/auth/google-login-never-merges-accounts 12 18 201 content-type, postly/clock/a-token-ends-on-every-route 41 47 401 content-type, postly/posts/create-by-an-unknown-user 14 20 400 content-type, postly/tokens/bad-token-on-every-route 11 14 422 content-type
        POST /api/posts/{id}/comments: postly/clock/a-token-ends-on-every-route 95 101 401 content-type, postly/clock/comments 24 30 201 content-type, postly/comments/checks-in-order 24 27 400 content-type, postly/comments/checks-in-order 109 115 404 content-type, postly/tokens/bad-token-on-every-route 67 70 422 content-type
        POST /api/posts/{id}/like: postly/clock/a-token-ends-on-every-route 79 82 401 content-type, postly/flows/ios 60 64 200 content-type, postly/likes/unknown-and-malformed-ids 13 16 404 content-type, postly/likes/unknown-and-malformed-ids 21 24 400 content-type, postly/tokens/bad-token-on-every-route 51 54 422 content-type
        PUT /api/posts/{id}: postly/clock/a-token-ends-on-every-route 52 58 401 content-type, postly/clock/dates-and-order 83 89 200 content-type, postly/posts/id-in-either-letter-case 28 34 404 content-type, postly/posts/malformed-id-on-every-route 19 25 400 content-type, postly/tokens/bad-token-on-every-route 19 22 422 content-type
        """
}
