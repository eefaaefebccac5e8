// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

extension ContractPlace {
    /// A line for each request of a contract, and for each of its statuses: the lines of the
    /// request and of the status, the status, and the names of the fields that follow it.
    static let table = """
        community/accounts/token-faults GET /api/community/me: 11 13 401 content-type www-authenticate, 67 70 200
        community/accounts/tokens GET /api/community/me: 21 24 200
        community/accounts/tokens POST /api/community/tokens: 11 16 201 content-type
        community/accounts/tokens-wrong POST /api/community/tokens: 11 16 401 content-type www-authenticate, 31 36 422
        community/comments/fields POST /api/community/posts/*/comments: 24 30 422 content-type
        community/comments/list GET /api/community/posts/*/comments: 60 63 200 content-type
        community/likes/set PUT /api/community/posts/*/like: 24 27 200 content-type
        community/lists/pages GET /api/community/posts?page=1&per_page=3: 40 43 200 content-type
        community/posts/create POST /api/community/posts: 16 22 201 content-type location
        community/posts/delete DELETE /api/community/posts/*: 46 49 204 content-type, 67 70 404
        community/posts/delete GET /api/community/posts/*: 53 56 404
        community/posts/fields POST /api/community/posts: 16 22 422 content-type
        community/posts/unknown GET /api/community/posts/999999999: 2 7 201, 11 14 200, 24 27 404 content-type
        community/posts/update PATCH /api/community/posts/*: 25 31 200 content-type, 57 63 422
        dummyjson/auth/login-required POST /auth/login: 2 7 400 set-cookie content-type
        dummyjson/auth/login-tokens POST /auth/login: 4 9 200 content-type
        dummyjson/auth/login-username POST /auth/login: 2 7 200 content-type, 12 17 400
        dummyjson/auth/me GET /auth/me: 13 16 200
        dummyjson/auth/refresh POST /auth/refresh: 13 18 200 set-cookie set-cookie
        dummyjson/auth/token-none GET /auth/me: 2 4 401 set-cookie set-cookie content-type
        dummyjson/carts/by-id GET /carts/1: 2 4 200 content-type, 15 17 404
        dummyjson/comments/list GET /comments?limit=2: 2 4 200 content-type
        dummyjson/http/message GET /http/404/No_such_thing: 2 4 200 content-type, 9 11 404 content-type, 16 18 201, 22 24 400
        dummyjson/posts/add POST /posts/add: 2 7 201 content-type
        dummyjson/posts/add-user-id-required POST /posts/add: 2 7 400 content-type
        dummyjson/posts/by-id GET /posts/1: 3 5 200 content-type
        dummyjson/posts/by-id-missing GET /posts/99999: 2 4 404 content-type
        dummyjson/posts/by-id-not-a-number GET /posts/no-id: 2 4 400 content-type
        dummyjson/posts/by-id-select GET /posts/1?select=id,userId: 2 4 200 content-type
        dummyjson/posts/comments-of-a-post GET /posts/1/comments?limit=2: 15 17 200
        dummyjson/posts/delete DELETE /posts/1: 2 4 200 content-type
        dummyjson/posts/list GET /posts?limit=3&skip=2: 2 4 200 content-type
        dummyjson/posts/search GET /posts/search?q=zqxjvkwy: 2 4 200 content-type
        dummyjson/posts/tag-list GET /posts/tag-list: 3 5 200 content-type
        dummyjson/posts/tags GET /posts/tags: 2 4 200 content-type
        dummyjson/posts/update PATCH /posts/1: 12 17 200
        dummyjson/products/by-id GET /products/1: 2 4 200 content-type
        dummyjson/products/categories GET /products/categories: 2 4 200 content-type
        dummyjson/products/list-options GET /products?limit=3&sortBy=title&order=asc: 2 4 200 content-type
        dummyjson/query/checked-everywhere GET /posts?limit=x: 2 4 400 content-type
        dummyjson/quotes/list GET /quotes?limit=2: 2 4 200 content-type
        dummyjson/recipes/list GET /recipes?limit=2: 2 4 200 content-type
        dummyjson/test/methods GET /test: 2 4 200 content-type
        dummyjson/todos/list GET /todos?limit=2: 2 4 200 content-type
        dummyjson/users/list GET /users?limit=2: 2 4 200 content-type
        pexels/curated/pages GET /v1/curated?per_page=3&page=2: 2 5 200 content-type
        pexels/keys/none GET /v1/curated?per_page=1: 22 24 401 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/photos/by-id GET /v1/photos/*: 2 5 200 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/photos/unknown GET /v1/photos/1: 2 5 404 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/search/nothing-matches GET /v1/search?query=zqxjvkwyzqxjvkwy&per_page=3: 2 5 200 content-type
        pexels/search/paging GET /v1/search?query=nature&per_page=3&page=1: 2 5 200 content-type
        pexels/search/query-required GET /v1/search: 2 5 400 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
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
        realworld/articles/create-new POST /api/articles: 13 19 201 content-type
        realworld/articles/create-refused POST /api/articles: 12 18 422 content-type
        realworld/articles/delete DELETE /api/articles/*: 52 55 403 content-type, 60 63 404 content-type, 68 71 204 content-type
        realworld/articles/delete GET /api/articles/*: 84 86 404 content-type
        realworld/articles/favorites POST /api/articles/*/favorite: 34 37 200 content-type, 92 95 404 content-type
        realworld/articles/lists-new GET /api/articles/*: 151 154 200 content-type
        realworld/articles/lists-new GET /api/articles/feed?limit=2: 151 154 200 content-type
        realworld/articles/lists-new GET /api/articles?limit=3: 65 67 200 content-type
        realworld/articles/lists-new GET /api/tags: 3 8 201 content-type, 57 60 200 content-type
        realworld/articles/unknown GET /api/articles/*: 2 4 404 content-type
        realworld/comments/all-new GET /api/articles/*/comments: 45 47 200 content-type, 172 174 404 content-type
        realworld/comments/all-new POST /api/articles/*/comments: 52 58 201 content-type, 98 104 422 content-type, 150 156 404 content-type
        realworld/profiles/follow-new GET /api/profiles/*: 23 25 200 content-type
        realworld/tokens/missing GET /api/user: 2 4 401 content-type
        realworld/users/log-in-new POST /api/users/login: 13 18 200 content-type, 23 28 401 content-type, 53 58 422 content-type
        realworld/users/standard-people GET /api/user: 3 8 200 content-type, 23 28 401 content-type
        wreely/companies/list GET /services/v2/*/companies?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/login/log-in GET /services/v2/validate/session?access_token={{login.user.access_token}}: 35 37 200
        wreely/members/list GET /services/v2/*/members?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/members/own GET /services/v2/member?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/rooms/list GET /services/v2/*/meetingrooms?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/tokens/missing GET /services/v2/member: 3 5 400 content-type
        wreely/tokens/unknown GET /services/v2/member?access_token=none: 3 5 401 content-type
        wreely/v1/log-in POST /services/v1/user/login: 3 8 200 content-type, 13 18 400
        wreely/vendors/list GET /services/v2/vendors?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/wall/list GET /services/v2/*/memberwalls/per_page=3&page_number=1?access_token={{login.user.access_token}}: 3 5 200 content-type
        """
}
