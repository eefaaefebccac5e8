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

    /// The same for each route of a system, with the transcript before the lines.
    static let routes = """
        api DELETE /api/posts/{id}: api/jsonplaceholder/kept-writes 20 22 200, api/jsonplaceholder/writes-are-echoed 59 61 404
        api GET /: api/routes/home-page 2 4 200 content-type
        api GET /api/posts: api/file-options/options 29 31 404, api/jsonplaceholder/kept-writes 24 26 200 x-total-count
        api GET /api/posts/{id}: api/jsonplaceholder/writes-are-echoed 29 31 404
        api GET /api/posts/{id}/comments: api/jsonplaceholder/shapes 16 18 200 x-total-count
        api GET /comments: api/jsonplaceholder/kept-writes 29 31 200 x-total-count
        api GET /todos/{id}: api/jsonplaceholder/kept-writes 11 13 200
        api GET /users: api/auth/register-and-log-in 65 67 200
        api GET /users/{id}: api/auth/register-and-log-in 55 57 200
        api GET /users/{id}/todos: api/jsonplaceholder/shapes 23 25 200 x-total-count
        api POST /api/posts: api/jsonplaceholder/writes-are-echoed 3 8 201 location
        api PUT /api/posts/{id}: api/jsonplaceholder/writes-are-echoed 35 40 200
        community DELETE /api/community/join: community/accounts/join 26 29 204
        community DELETE /api/community/posts/{id}: community/posts/delete 46 49 204 content-type, community/posts/delete 67 70 404, community/posts/not-yours 59 62 403
        community DELETE /api/community/posts/{id}/comments/{comment_id}: community/comments/delete 76 79 403 content-type, community/comments/delete 84 87 404, community/comments/delete 98 101 204 content-type, community/comments/delete 125 127 401
        community DELETE /api/community/posts/{id}/like: community/likes/refused 36 39 404, community/likes/set 39 42 200
        community DELETE /api/community/tokens/current: community/accounts/revoke 20 23 204 content-type, community/accounts/revoke 35 38 401
        community GET /api/community/me: community/accounts/join 38 41 200, community/accounts/revoke 27 30 401 www-authenticate
        community GET /api/community/posts: community/accounts/leave-keeps 57 60 403 content-type, community/clock/dates 51 54 200, community/lists/parameters 24 27 422 content-type, community/routing/cross-origin 25 27 401 access-control-allow-origin
        community GET /api/community/posts/{id}: community/accounts/leave-keeps 65 68 200, community/posts/delete 53 56 404, community/routing/escapes 2 4 400 content-type
        community GET /api/community/posts/{id}/comments: community/clock/dates 89 92 200, community/lists/parameters 80 83 422, community/posts/delete 60 63 404
        community GET /community/longpoll: community/channels/origins 27 30 200
        community GET /community/pictures/{file}: community/pictures/show 2 4 200 content-type cache-control access-control-allow-origin, community/pictures/show 14 16 404
        community GET /community/websocket: community/channels/origins 4 7 403, community/channels/origins 18 21 400
        community PATCH /api/community/posts/{id}: community/bodies/order 47 52 401, community/bodies/order 56 62 403, community/bodies/order 66 72 400, community/bodies/order 76 82 404, community/bodies/order 96 102 422, community/clock/dates 58 64 200
        community POST /api/community/join: community/accounts/join 11 14 200
        community POST /api/community/posts: community/accounts/leave-keeps 30 36 201, community/bodies/malformed 16 22 400 content-type, community/posts/fields 16 22 422 content-type
        community POST /api/community/posts/{id}/comments: community/accounts/leave-keeps 43 49 201, community/bodies/order 106 112 400, community/bodies/order 116 122 404, community/comments/fields 24 30 422 content-type
        community POST /api/community/posts/{id}/like: community/accounts/leave-keeps 38 41 200, community/likes/refused 11 13 401, community/posts/unknown 97 100 404
        community POST /api/community/register: community/accounts/join 2 7 201, community/accounts/register-fields 2 7 422 content-type
        community POST /api/community/tokens: community/accounts/revoke 11 16 201, community/accounts/tokens-wrong 11 16 401 content-type www-authenticate, community/accounts/tokens-wrong 31 36 422
        community POST /community/longpoll: community/channels/polling-lines 9 15 200
        community PUT /api/community/posts/{id}: community/posts/not-yours 49 55 403, community/posts/update 36 42 200
        community PUT /api/community/posts/{id}/like: community/channels/polling 36 39 200, community/likes/refused 17 20 403, community/likes/refused 29 32 404
        dummyjson DELETE /c/{identifier}: dummyjson/custom/generate 33 35 404, dummyjson/custom/methods 72 74 200
        dummyjson DELETE /carts/{id}: dummyjson/carts/delete 2 4 200 content-type, dummyjson/carts/delete 15 17 404
        dummyjson DELETE /comments/{id}: dummyjson/comments/delete 2 4 200 content-type, dummyjson/comments/delete 9 11 404
        dummyjson DELETE /posts/{id}: dummyjson/bodies/first-of-all 21 26 400, dummyjson/keep/comments-move 28 30 200, dummyjson/keep/posts-delete 16 18 404
        dummyjson DELETE /products/{id}: dummyjson/keep/products 50 52 200, dummyjson/products/delete 9 11 404
        dummyjson DELETE /recipes/{id}: dummyjson/keep/recipes 44 46 200, dummyjson/recipes/delete 9 11 404
        dummyjson DELETE /todos/{id}: dummyjson/bodies/any-method 19 24 200, dummyjson/headers/etag 28 30 404 etag
        dummyjson DELETE /users/{id}: dummyjson/keep/users-delete 4 6 200, dummyjson/users/delete 15 17 404, dummyjson/users/delete 21 23 400
        dummyjson GET /: dummyjson/pages/root 2 4 200 content-type, dummyjson/pages/root 7 9 400
        dummyjson GET /2fa: dummyjson/bodies/any-method 12 17 200, dummyjson/two-factor/refused 63 65 400
        dummyjson GET /auth/me: dummyjson/auth/login-same-second 31 34 200, dummyjson/auth/token-expired 21 24 401 set-cookie set-cookie, dummyjson/auth/token-order 3 6 500 set-cookie set-cookie content-type, dummyjson/auth/token-user 12 15 400 set-cookie set-cookie, dummyjson/legacy/later-routes 3 5 403, dummyjson/legacy/tokens 17 20 404
        dummyjson GET /c/{identifier}: dummyjson/clock/custom-response-before-1970 13 15 200 x-expires-on x-expires-in-days, dummyjson/custom/etag 12 15 304, dummyjson/custom/methods 18 20 404
        dummyjson GET /carts: dummyjson/carts/list 2 4 200 content-type
        dummyjson GET /carts/user/{userId}: dummyjson/carts/add-is-not-kept 15 17 200, dummyjson/carts/of-a-user 21 23 404, dummyjson/carts/of-a-user 27 29 400
        dummyjson GET /carts/{id}: dummyjson/carts/add-is-not-kept 9 11 404, dummyjson/carts/by-id 2 4 200 content-type
        dummyjson GET /cdn/{path}: dummyjson/image/files-refused 2 4 404
        dummyjson GET /comments: dummyjson/comments/list 2 4 200 content-type
        dummyjson GET /comments/post/{postId}: dummyjson/keep/comments-move 22 24 200, dummyjson/legacy/unknown-posts 21 23 404, dummyjson/posts/comments-of-an-unknown-post 21 23 400
        dummyjson GET /comments/{id}: dummyjson/comments/by-id-missing 2 4 404 content-type, dummyjson/comments/by-id 2 4 200 content-type, dummyjson/query/checked-everywhere 27 29 400
        dummyjson GET /docs: dummyjson/pages/html 2 4 200 content-type
        dummyjson GET /http/{status}: dummyjson/headers/cors 31 34 404 access-control-allow-origin, dummyjson/headers/modified 87 90 302, dummyjson/headers/security 83 86 500 x-dns-prefetch-control x-frame-options strict-transport-security x-download-options x-content-type-options x-xss-protection x-powered-by, dummyjson/headers/vary 26 28 204 vary, dummyjson/http/client-errors 2 4 400 content-type, dummyjson/http/client-errors 9 11 401 content-type, dummyjson/http/client-errors 16 18 402 content-type, dummyjson/http/client-errors 23 25 403 content-type, dummyjson/http/client-errors 37 39 405 content-type, dummyjson/http/client-errors 44 46 406 content-type, dummyjson/http/client-errors 51 53 407 content-type, dummyjson/http/client-errors 58 60 408 content-type, dummyjson/http/client-errors 65 67 409 content-type, dummyjson/http/client-errors 72 74 410 content-type, dummyjson/http/client-errors 79 81 411 content-type, dummyjson/http/client-errors 86 88 412 content-type, dummyjson/http/client-errors 93 95 413 content-type, dummyjson/http/client-errors 100 102 414 content-type, dummyjson/http/client-errors 107 109 415 content-type, dummyjson/http/client-errors 114 116 416 content-type, dummyjson/http/client-errors 121 123 417 content-type, dummyjson/http/client-errors 128 130 418 content-type, dummyjson/http/client-errors 135 137 420 content-type, dummyjson/http/client-errors 142 144 422 content-type, dummyjson/http/client-errors 149 151 423 content-type, dummyjson/http/client-errors 156 158 424 content-type, dummyjson/http/client-errors 163 165 426 content-type, dummyjson/http/client-errors 170 172 428 content-type, dummyjson/http/client-errors 177 179 429 content-type, dummyjson/http/client-errors 184 186 431 content-type, dummyjson/http/client-errors 191 193 444 content-type, dummyjson/http/client-errors 198 200 449 content-type, dummyjson/http/client-errors 205 207 450 content-type, dummyjson/http/client-errors 212 214 451 content-type, dummyjson/http/client-errors 219 221 499 content-type, dummyjson/http/no-content 10 12 205 content-length, dummyjson/http/no-content 16 18 304 content-type content-length, dummyjson/http/server-errors 9 11 501 content-type, dummyjson/http/server-errors 16 18 502 content-type, dummyjson/http/server-errors 23 25 503 content-type, dummyjson/http/server-errors 30 32 504 content-type, dummyjson/http/server-errors 37 39 505 content-type, dummyjson/http/server-errors 44 46 506 content-type, dummyjson/http/server-errors 51 53 507 content-type, dummyjson/http/server-errors 58 60 508 content-type, dummyjson/http/server-errors 65 67 510 content-type, dummyjson/http/server-errors 72 74 511 content-type, dummyjson/http/server-errors 79 81 598 content-type, dummyjson/http/server-errors 86 88 599 content-type, dummyjson/http/success 2 4 200 content-type location, dummyjson/http/success 10 12 201 content-type location, dummyjson/http/success 18 20 202 content-type location, dummyjson/http/success 26 28 203 content-type location, dummyjson/http/success 34 36 206 content-type location, dummyjson/http/success 42 44 207 content-type location, dummyjson/http/success 50 52 208 content-type location, dummyjson/http/success 58 60 226 content-type location, dummyjson/http/success 66 68 300 content-type location, dummyjson/http/success 74 76 301 content-type location, dummyjson/http/success 90 92 303 content-type location, dummyjson/http/success 98 100 305 content-type location, dummyjson/http/success 106 108 307 content-type location, dummyjson/http/success 114 116 308 content-type location
        dummyjson GET /http/{status}/{message}: dummyjson/http/message 2 4 200 content-type, dummyjson/http/message 9 11 404 content-type, dummyjson/http/message 16 18 201, dummyjson/http/message 22 24 400, dummyjson/http/no-content 23 25 204 etag
        dummyjson GET /icon: dummyjson/icon/types 16 18 200 content-type content-disposition cache-control
        dummyjson GET /icon/{hash}: dummyjson/icon/types 9 11 200 content-type content-disposition cache-control
        dummyjson GET /icon/{hash}/{size}: dummyjson/icon/types 2 4 200 content-type content-disposition cache-control
        dummyjson GET /image/{size}: dummyjson/headers/security 110 113 200 x-dns-prefetch-control x-frame-options strict-transport-security x-download-options x-content-type-options x-xss-protection x-powered-by, dummyjson/image/etag 13 16 304 cache-control content-type, dummyjson/image/query-over-path 7 9 404, dummyjson/image/refused 2 4 500 content-type
        dummyjson GET /image/{size}/{background}: dummyjson/image/options 10 12 200 content-type cache-control content-length content-encoding
        dummyjson GET /image/{size}/{background}/{color}: dummyjson/image/types 26 28 200 content-type cache-control content-length content-encoding
        dummyjson GET /image/{size}/{background}/{color}/{type}: dummyjson/image/query-over-path 11 13 200 content-type, dummyjson/image/refused 27 29 500, dummyjson/image/refused 86 88 404 content-type
        dummyjson GET /ip: dummyjson/ip/forwarded 3 7 200 content-type
        dummyjson GET /posts: dummyjson/bodies/first-of-all 2 7 400 content-type, dummyjson/keep/posts-add 20 22 200, dummyjson/legacy/options 51 53 500
        dummyjson GET /posts/search: dummyjson/flows/an-app 58 60 200, dummyjson/query/q-refused 2 4 400 content-type
        dummyjson GET /posts/tag-list: dummyjson/keep/posts-add-tags 13 15 200, dummyjson/legacy/later-routes 55 57 400
        dummyjson GET /posts/tag/{tag}: dummyjson/keep/posts-add 38 40 200, dummyjson/paths/bad-escapes 39 41 400
        dummyjson GET /posts/tags: dummyjson/legacy/later-routes 49 51 400, dummyjson/links/urls 3 5 200 content-type
        dummyjson GET /posts/user/{userId}: dummyjson/keep/posts-add 26 28 200, dummyjson/posts/of-an-unknown-user 2 4 404 content-type, dummyjson/posts/of-an-unknown-user 9 11 400
        dummyjson GET /posts/{id}: dummyjson/bodies/any-method 2 7 200 content-type, dummyjson/headers/cors 22 25 400 access-control-allow-origin access-control-allow-credentials, dummyjson/headers/etag 11 13 404 etag, dummyjson/headers/modified 33 37 304 etag content-type content-length
        dummyjson GET /posts/{id}/comments: dummyjson/flows/an-app 70 72 200, dummyjson/keep/posts-delete 28 30 404, dummyjson/posts/comments-of-an-unknown-post 9 11 400
        dummyjson GET /products: dummyjson/flows/a-shop 2 4 200 content-type
        dummyjson GET /products/categories: dummyjson/flows/a-shop 9 11 200 content-type
        dummyjson GET /products/category-list: dummyjson/keep/products 25 27 200, dummyjson/legacy/later-routes 61 63 404
        dummyjson GET /products/category/{category}: dummyjson/flows/a-shop 16 18 200
        dummyjson GET /products/search: dummyjson/keep/products 31 33 200
        dummyjson GET /products/{id}: dummyjson/keep/links 25 28 200, dummyjson/keep/products 54 56 404, dummyjson/legacy/rate-limit 11 13 429 retry-after x-ratelimit-remaining
        dummyjson GET /quotes: dummyjson/legacy/counts 28 30 200, dummyjson/query/checked-everywhere 33 35 400
        dummyjson GET /quotes/random: dummyjson/quotes/random 2 4 200 content-type
        dummyjson GET /quotes/random/{count}: dummyjson/quotes/random-list 2 4 200 content-type
        dummyjson GET /quotes/{id}: dummyjson/legacy/todos-and-quotes 9 11 200, dummyjson/quotes/by-id 9 11 404
        dummyjson GET /recipes: dummyjson/legacy/unknown 9 11 404, dummyjson/query/select-on-pages 9 11 200
        dummyjson GET /recipes/meal-type/{meal}: dummyjson/keep/recipes 25 27 200
        dummyjson GET /recipes/search: dummyjson/keep/recipes 38 40 200
        dummyjson GET /recipes/tag/{tag}: dummyjson/keep/recipes 19 21 200
        dummyjson GET /recipes/tags: dummyjson/recipes/tags 2 4 200 content-type
        dummyjson GET /recipes/{id}: dummyjson/keep/links 39 42 200, dummyjson/legacy/unknown 15 17 404
        dummyjson GET /test: dummyjson/clock/rate-limit-before-1970 4 6 200 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, dummyjson/clock/rate-limit 5 7 429 x-ratelimit-remaining x-ratelimit-reset, dummyjson/query/checked-everywhere 2 4 400 content-type
        dummyjson GET /todos: dummyjson/legacy/counts 22 24 200
        dummyjson GET /todos/random: dummyjson/todos/random 2 4 200 content-type
        dummyjson GET /todos/random/{count}: dummyjson/todos/random-list 2 4 200 content-type
        dummyjson GET /todos/user/{userId}: dummyjson/keep/todos 28 30 200, dummyjson/todos/of-a-user 21 23 404
        dummyjson GET /todos/{id}: dummyjson/headers/etag-of-bytes 2 4 200 etag content-length content-type, dummyjson/keep/users-delete 38 40 404
        dummyjson GET /users: dummyjson/flows/an-app 76 78 200
        dummyjson GET /users/filter: dummyjson/keep/users-add 41 43 200, dummyjson/legacy/forms 21 23 500, dummyjson/users/filter-options 9 11 400
        dummyjson GET /users/me: dummyjson/auth/me 27 30 200, dummyjson/auth/token-none 11 13 401 set-cookie set-cookie, dummyjson/legacy/later-routes 43 45 400
        dummyjson GET /users/search: dummyjson/users/search-options 2 4 200 content-type
        dummyjson GET /users/{id}: dummyjson/auth/login-get 9 11 400, dummyjson/headers/compression-etag 2 4 200 etag, dummyjson/headers/compression-etag 14 18 304 etag content-encoding, dummyjson/keep/users-delete 8 10 404
        dummyjson GET /users/{id}/carts: dummyjson/carts/of-a-user 9 11 200, dummyjson/users/lists-of-a-user 21 23 404, dummyjson/users/lists-of-a-user 27 29 400
        dummyjson GET /users/{id}/posts: dummyjson/keep/forms 18 20 200, dummyjson/paths/bad-escapes 45 47 400, dummyjson/posts/of-an-unknown-user 15 17 404
        dummyjson GET /users/{id}/todos: dummyjson/todos/of-a-user 9 11 200, dummyjson/todos/of-a-user 27 29 400, dummyjson/users/lists-of-a-user 39 41 404
        dummyjson PATCH /c/{identifier}: dummyjson/custom/methods 52 54 200
        dummyjson PATCH /carts/{id}: dummyjson/carts/update-ids 12 17 200, dummyjson/carts/update-wrong 48 53 400
        dummyjson PATCH /comments/{id}: dummyjson/comments/update-body-id 21 26 404, dummyjson/comments/update-verifies 30 35 400, dummyjson/comments/update 12 17 200
        dummyjson PATCH /posts/{id}: dummyjson/bodies/multipart-boundary 21 26 400, dummyjson/keep/posts-update 19 24 200, dummyjson/legacy/unknown-posts 3 5 404
        dummyjson PATCH /products/{id}: dummyjson/keep/product-in-carts 3 8 200, dummyjson/products/update-missing 12 17 404
        dummyjson PATCH /recipes/{id}: dummyjson/keep/links 32 37 200, dummyjson/recipes/update 30 35 404
        dummyjson PATCH /todos/{id}: dummyjson/bodies/forms-on-updates 12 17 200
        dummyjson PATCH /users/{id}: dummyjson/keep/users-rename 4 9 200, dummyjson/users/update-missing 12 17 400, dummyjson/users/update-null-groups 12 17 500
        dummyjson POST /2fa: dummyjson/two-factor/codes 9 14 200, dummyjson/two-factor/refused 2 7 400 content-type
        dummyjson POST /auth/login: dummyjson/auth/login-expiry-none 3 8 200 set-cookie set-cookie content-type, dummyjson/auth/login-expiry-refused 2 7 500 content-type, dummyjson/auth/login-expiry-true 2 7 400 content-type
        dummyjson POST /auth/logout: dummyjson/auth/login-insecure-cookies 15 21 200 set-cookie set-cookie, dummyjson/auth/logout 31 36 401 set-cookie set-cookie, dummyjson/legacy/later-routes 18 20 403, dummyjson/legacy/later-routes 38 41 404
        dummyjson POST /auth/refresh: dummyjson/auth/refresh-expiry-texts 3 8 500 set-cookie, dummyjson/auth/refresh-expiry-texts 63 68 200, dummyjson/auth/refresh-expiry-texts 98 103 403, dummyjson/auth/refresh-required 2 7 401 set-cookie content-type
        dummyjson POST /c/generate: dummyjson/clock/custom-response-before-1970 3 8 200 content-type, dummyjson/custom/method-refused 2 7 500 content-type, dummyjson/custom/missing-json 2 7 400 content-type
        dummyjson POST /c/{identifier}: dummyjson/custom/generate 28 30 404, dummyjson/custom/methods 12 14 200
        dummyjson POST /carts/add: dummyjson/bodies/forms 64 69 201, dummyjson/carts/add-wrong 2 7 400 content-type, dummyjson/carts/add-wrong 12 17 404, dummyjson/carts/add-wrong 93 98 500
        dummyjson POST /comments/add: dummyjson/comments/add-invalid-body 2 7 400 content-type, dummyjson/comments/add-verifies 21 26 404, dummyjson/comments/add 2 7 201 content-type, dummyjson/legacy/adds 21 26 200
        dummyjson POST /posts/add: dummyjson/bodies/arrays 2 7 400 content-type, dummyjson/bodies/forms-nested 2 7 201 content-type, dummyjson/keep/posts-refused 3 8 404 content-type, dummyjson/legacy/adds 3 8 200, dummyjson/rate-limit/exceeded 37 42 429
        dummyjson POST /products/add: dummyjson/bodies/arrays 21 26 201, dummyjson/bodies/charset-of-an-empty-body 2 6 415 content-type, dummyjson/bodies/empty 18 23 400, dummyjson/bodies/too-large 2 7 413 content-type, dummyjson/legacy/adds 30 35 200
        dummyjson POST /recipes/add: dummyjson/keep/recipes 3 8 200 content-type
        dummyjson POST /todos/add: dummyjson/keep/todos 3 8 201 content-type, dummyjson/legacy/adds 12 17 200, dummyjson/todos/add 30 35 400, dummyjson/todos/add 39 44 404
        dummyjson POST /users/add: dummyjson/keep/users-add 3 8 201
        dummyjson POST /users/login: dummyjson/auth/login-paths 12 17 200
        dummyjson PUT /c/{identifier}: dummyjson/custom/methods 32 34 200, dummyjson/custom/unknown 7 9 404
        dummyjson PUT /carts/{id}: dummyjson/carts/update-ids 2 7 200 content-type, dummyjson/carts/update-wrong 2 7 404 content-type, dummyjson/carts/update-wrong 30 35 400
        dummyjson PUT /comments/{id}: dummyjson/comments/update-body-id 2 7 200 content-type, dummyjson/comments/update-body-id 12 17 404
        dummyjson PUT /posts/{id}: dummyjson/bodies/arrays 30 35 200, dummyjson/bodies/first-of-all 39 44 400, dummyjson/keep/posts-refused 13 18 404
        dummyjson PUT /products/{id}: dummyjson/keep/links 18 23 200, dummyjson/paths/bad-escapes 51 56 400, dummyjson/products/update-missing 2 7 404 content-type
        dummyjson PUT /recipes/{id}: dummyjson/recipes/update 2 7 200 content-type, dummyjson/recipes/update 21 26 404
        dummyjson PUT /todos/{id}: dummyjson/bodies/multipart 45 58 200, dummyjson/headers/modified 67 73 404
        dummyjson PUT /users/{id}: dummyjson/keep/links 4 9 200, dummyjson/keep/refused 31 36 500, dummyjson/users/update-body-id 21 26 404, dummyjson/users/update-body-id 30 35 400
        google GET /.well-known/openid-configuration: google/keys/discovery-says-where-the-keys-are 2 4 200 content-type cache-control access-control-allow-origin
        google GET /oauth2/v1/certs: google/keys/the-certificate-has-the-same-key 2 4 200 content-type cache-control access-control-allow-origin
        google GET /oauth2/v1/tokeninfo: google/sign-in/without-openid 72 75 200
        google GET /oauth2/v1/userinfo: google/sign-in/without-openid 44 46 200
        google GET /oauth2/v2/auth: google/sign-in/refusals 2 4 302 location, google/sign-in/refusals 22 24 400 location, google/sign-in/somebody-new 2 4 200 content-type content-security-policy x-frame-options cache-control access-control-allow-origin
        google GET /oauth2/v2/auth/sign-in.css: google/sign-in/somebody-new 19 21 200 content-type
        google GET /oauth2/v2/auth/sign-in.js: google/sign-in/somebody-new 24 26 200 content-type
        google GET /oauth2/v2/userinfo: google/sign-in/without-openid 28 32 200 content-type, google/sign-in/without-openid 98 102 401
        google GET /oauth2/v3/certs: google/keys/the-key-follows-from-the-secret 2 4 200 content-type cache-control access-control-allow-origin
        google GET /oauth2/v3/tokeninfo: google/sign-in/somebody-new 88 90 200
        google GET /oauth2/v3/userinfo: google/sign-in/googles-own-paths 54 58 200, google/sign-in/googles-own-paths 65 69 401
        google POST /api/auth/login: google/login/verify-refuses-other-signatures 4 9 401 content-type, google/login/verify-takes-tokens-of-this-servers-key 11 16 200 content-type
        google POST /oauth2/revoke: google/sign-in/refusals 55 59 400, google/sign-in/somebody-new 141 145 200 content-type
        google POST /oauth2/v2/auth: google/sign-in/somebody-new 12 16 200 content-type
        google POST /oauth2/v2/auth/choice: google/sign-in/googles-own-paths 8 13 303 location, google/sign-in/refusals 14 18 200 content-type, google/sign-in/somebody-new 34 38 400 content-type
        google POST /oauth2/v3/userinfo: google/sign-in/somebody-new 82 86 200
        google POST /oauth2/v4/token: google/sign-in/googles-own-paths 39 44 200, google/sign-in/refusals 32 36 400 cache-control
        pexels GET /photo/{slug}: pexels/pictures/page 7 9 200 content-type, pexels/pictures/page 31 33 404 content-type
        pexels GET /photos/{id}/{file}: pexels/cors/answers 23 25 200 access-control-allow-origin access-control-expose-headers, pexels/pictures/not-modified 2 5 304 etag cache-control content-type, pexels/pictures/unknown 2 4 404 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels GET /v1/curated: pexels/cors/answers 2 6 200 access-control-allow-origin access-control-expose-headers, pexels/cors/answers 10 12 401 access-control-allow-origin access-control-expose-headers
        pexels GET /v1/photos/{id}: pexels/clock/month 4 7 200 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, pexels/clock/month 12 15 429 x-ratelimit-reset, pexels/keys/listed 19 22 401 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, pexels/keys/rate 18 21 404 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels GET /v1/search: pexels/keys/none 2 4 401 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, pexels/keys/rate 10 13 400 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, pexels/keys/rate 34 37 200 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        postly DELETE /api/posts/{id}: postly/clock/a-token-ends-on-every-route 63 66 401 content-type, postly/flows/android 67 72 200 content-type, postly/posts/delete-checks-in-order 12 15 400 content-type, postly/posts/delete-checks-in-order 20 23 404 content-type, postly/tokens/bad-token-on-every-route 27 30 422 content-type
        postly DELETE /api/posts/{id}/comments/{commentId}: postly/clock/a-token-ends-on-every-route 106 109 401 content-type, postly/comments/comment-id-is-compared-as-text 34 37 404 content-type, postly/comments/comment-id-is-compared-as-text 82 85 200 content-type, postly/comments/delete-checks-in-order 44 47 400 content-type, postly/tokens/bad-token-on-every-route 75 78 422 content-type
        postly DELETE /api/posts/{id}/like: postly/clock/a-token-ends-on-every-route 87 90 401 content-type, postly/flows/ios 119 123 200 content-type, postly/tokens/bad-token-on-every-route 59 62 422 content-type
        postly GET /: postly/clock/date-header 2 4 200 date
        postly GET /api/auth/check: postly/auth/check-answers-the-current-user 12 15 200 content-type, postly/auth/check-of-an-unknown-user 3 6 401 content-type, postly/clock/a-token-before-its-time 40 43 422 content-type
        postly GET /api/posts: postly/clock/date-header 37 39 200 date, postly/cors/with-origin 22 25 400 access-control-allow-origin vary access-control-allow-credentials access-control-max-age access-control-expose-headers
        postly GET /api/posts/search: postly/clock/dates-and-order 76 78 200 content-type, postly/search/requires-a-query 2 4 400 content-type
        postly GET /api/posts/slug/{slug}: postly/flows/web 44 46 200 content-type, postly/posts/delete-removes-the-post 38 40 404 content-type, postly/routing/malformed-paths 27 29 400
        postly GET /api/posts/{id}: postly/clock/a-token-ends-on-every-route 114 117 200 content-type, postly/cors/with-origin 32 35 404 access-control-allow-origin vary access-control-allow-credentials access-control-max-age access-control-expose-headers, postly/posts/malformed-id-is-quoted-as-python 3 5 400 content-type
        postly GET /api/posts/{id}/comments: postly/clock/comments 47 49 200 content-type, postly/comments/list-errors 2 4 404 content-type, postly/comments/list-errors 9 11 400 content-type
        postly GET /api/posts/{id}/like: postly/clock/a-token-ends-on-every-route 71 74 401 content-type, postly/flows/ios 51 55 200 content-type, postly/tokens/bad-token-on-every-route 43 46 422 content-type
        postly GET /api/users/me/posts: postly/auth/google-login-never-merges-accounts 34 37 200 content-type, postly/clock/a-token-ends-on-every-route 33 36 401 content-type, postly/tokens/algorithm-absent 2 5 422 content-type, postly/users/my-posts-errors 12 15 400 content-type
        postly GET /api/users/{userId}/posts: postly/clock/dates-and-order 102 104 200 content-type, postly/users/list-errors 2 4 400 content-type
        postly GET /postly/pictures/{file}: postly/pictures/show 2 4 200 content-type, postly/pictures/show 12 14 404 content-type allow
        postly GET /posts: postly/routing/unknown-paths 38 40 404 content-type allow
        postly POST /api/auth/login: postly/auth/email-login-keeps-the-older-registered-account 14 19 200 content-type, postly/auth/google-login-bad-json-is-401 2 7 401 content-type, postly/auth/google-login-requires-a-token 2 7 400 content-type
        postly POST /api/auth/login/email: postly/auth/email-login-answers-the-user 13 18 200 content-type, postly/auth/email-login-compares-exactly 12 17 401 content-type, postly/auth/email-login-object-email-is-not-a-query 13 18 400 content-type, postly/faults/a-page-may-read-its-name 2 9 503 x-mockpostly-fault access-control-allow-origin access-control-expose-headers
        postly POST /api/auth/register: postly/auth/check-answers-the-current-user 2 7 201 content-type, postly/auth/register-checks-presence-before-the-email 12 17 400 content-type
        postly POST /api/posts: postly/auth/google-login-never-merges-accounts 12 18 201 content-type, postly/clock/a-token-ends-on-every-route 41 47 401 content-type, postly/posts/create-by-an-unknown-user 14 20 400 content-type, postly/tokens/bad-token-on-every-route 11 14 422 content-type
        postly POST /api/posts/{id}/comments: postly/clock/a-token-ends-on-every-route 95 101 401 content-type, postly/clock/comments 24 30 201 content-type, postly/comments/checks-in-order 24 27 400 content-type, postly/comments/checks-in-order 109 115 404 content-type, postly/tokens/bad-token-on-every-route 67 70 422 content-type
        postly POST /api/posts/{id}/like: postly/clock/a-token-ends-on-every-route 79 82 401 content-type, postly/flows/ios 60 64 200 content-type, postly/likes/unknown-and-malformed-ids 13 16 404 content-type, postly/likes/unknown-and-malformed-ids 21 24 400 content-type, postly/tokens/bad-token-on-every-route 51 54 422 content-type
        postly PUT /api/posts/{id}: postly/clock/a-token-ends-on-every-route 52 58 401 content-type, postly/clock/dates-and-order 83 89 200 content-type, postly/posts/id-in-either-letter-case 28 34 404 content-type, postly/posts/malformed-id-on-every-route 19 25 400 content-type, postly/tokens/bad-token-on-every-route 19 22 422 content-type
        realworld DELETE /realworld/api/articles/{slug}: realworld/articles/delete 52 55 403 content-type, realworld/articles/delete 60 63 404 content-type, realworld/articles/delete 68 71 204 content-type, realworld/tokens/missing 63 65 401 content-type
        realworld DELETE /realworld/api/articles/{slug}/comments/{id}: realworld/comments/all-new 179 182 403 content-type, realworld/comments/all-new 187 190 404 content-type, realworld/comments/all-new 219 222 204 content-type, realworld/tokens/missing 97 99 401 content-type
        realworld DELETE /realworld/api/articles/{slug}/favorite: realworld/articles/favorites 76 79 200 content-type, realworld/articles/favorites 100 103 404 content-type, realworld/tokens/missing 80 82 401 content-type
        realworld DELETE /realworld/api/profiles/{username}/follow: realworld/profiles/follow-new 88 91 200 content-type, realworld/profiles/unknown 34 37 404 content-type, realworld/tokens/missing 29 31 401 content-type
        realworld GET /realworld/api/articles: realworld/articles/create-new 39 41 200 content-type, realworld/tokens/claims 30 33 401 content-type
        realworld GET /realworld/api/articles/feed: realworld/articles/lists-new 151 154 200 content-type, realworld/tokens/missing 46 48 401 content-type
        realworld GET /realworld/api/articles/{slug}: realworld/articles/create-new 24 26 200 content-type, realworld/articles/delete 84 86 404 content-type, realworld/tokens/wrong 114 117 401 content-type
        realworld GET /realworld/api/articles/{slug}/comments: realworld/articles/delete 91 93 404 content-type, realworld/articles/delete 123 125 200 content-type, realworld/tokens/wrong 122 125 401 content-type
        realworld GET /realworld/api/profiles/{username}: realworld/pictures/local 4 6 200 content-type, realworld/profiles/unknown 12 14 404 content-type, realworld/tokens/wrong 98 101 401 content-type
        realworld GET /realworld/api/tags: realworld/articles/create-new 46 48 200 content-type
        realworld GET /realworld/api/user: realworld/cors/all 32 35 401 access-control-allow-origin, realworld/tokens/claims 13 16 200 content-type
        realworld GET /realworld/images/{file}: realworld/pictures/all 2 4 200 content-type access-control-allow-origin, realworld/pictures/all 26 28 404 content-type
        realworld GET /realworld/pictures/{file}: realworld/pictures/all 20 22 200 content-type access-control-allow-origin, realworld/pictures/all 33 35 404 content-type
        realworld POST /realworld/api/articles: realworld/articles/create-new 13 19 201 content-type, realworld/articles/create-refused 12 18 422 content-type, realworld/tokens/missing 36 41 401 content-type
        realworld POST /realworld/api/articles/{slug}/comments: realworld/articles/delete 41 47 201 content-type, realworld/comments/all-new 98 104 422 content-type, realworld/comments/all-new 150 156 404 content-type, realworld/comments/all-old 52 58 200 content-type, realworld/tokens/missing 87 92 401 content-type
        realworld POST /realworld/api/articles/{slug}/favorite: realworld/articles/delete 33 36 200 content-type, realworld/articles/favorites 92 95 404 content-type, realworld/tokens/missing 70 75 401 content-type
        realworld POST /realworld/api/profiles/{username}/follow: realworld/articles/lists-new 143 146 200 content-type, realworld/profiles/unknown 26 29 404 content-type, realworld/tokens/missing 19 24 401 content-type
        realworld POST /realworld/api/users: realworld/articles/create-new 3 8 201 content-type, realworld/users/register-refused 2 7 422 content-type, realworld/users/taken-new 23 28 409 content-type
        realworld POST /realworld/api/users/login: realworld/routing/hosts 55 61 403 content-type, realworld/tokens/wrong 138 144 401 content-type, realworld/users/log-in-new 13 18 200 content-type, realworld/users/log-in-new 53 58 422 content-type
        realworld PUT /realworld/api/articles/{slug}: realworld/articles/slugs 111 117 200 content-type, realworld/articles/update-new 46 52 422 content-type, realworld/articles/update-new 126 132 403 content-type, realworld/articles/update-new 137 143 404 content-type, realworld/tokens/missing 53 58 401 content-type
        realworld PUT /realworld/api/user: realworld/articles/new-name 34 40 200 content-type, realworld/tokens/missing 9 14 401 content-type, realworld/users/taken-new 53 59 409 content-type, realworld/users/taken-old 53 59 422 content-type
        wreely GET /services/v2/events/attend/{values}: wreely/events/attend-refused 3 5 400 content-type, wreely/events/attend 3 5 200 content-type
        wreely GET /services/v2/events/unattend/{values}: wreely/events/attend-refused 16 18 400, wreely/events/attend 22 24 200
        wreely GET /services/v2/member: wreely/empty/lists 19 21 401, wreely/login/log-in 23 25 200, wreely/tokens/missing 3 5 400 content-type
        wreely GET /services/v2/member/follow/{id}: wreely/members/follow 3 5 200 content-type, wreely/members/follow 16 18 400
        wreely GET /services/v2/member/unfollow/{id}: wreely/members/follow 10 12 200
        wreely GET /services/v2/member/update/firebase/{values}: wreely/members/firebase-key 3 5 200 content-type, wreely/members/firebase-key 16 18 400
        wreely GET /services/v2/member/{id}: wreely/members/one 3 5 200 content-type, wreely/members/one 11 13 400
        wreely GET /services/v2/validate/session: wreely/login/log-in 35 37 200, wreely/tokens/missing 16 18 400, wreely/tokens/unknown 10 12 401
        wreely GET /services/v2/vendors: wreely/login/log-in 29 31 200, wreely/tokens/unknown 23 25 401
        wreely GET /services/v2/workspaces/nearby/{values}: wreely/empty/lists 13 15 200
        wreely GET /services/v2/{vendor}/companies: wreely/companies/list 3 5 200 content-type, wreely/vendors/foreign 16 18 400
        wreely GET /services/v2/{vendor}/companies/{id}/members: wreely/companies/members 3 5 200 content-type, wreely/companies/members 17 19 400
        wreely GET /services/v2/{vendor}/events/{values}: wreely/events/attend 16 18 200
        wreely GET /services/v2/{vendor}/meetingroom/bookings/cancel/{values}: wreely/rooms/book 41 43 400, wreely/rooms/book 47 49 200
        wreely GET /services/v2/{vendor}/meetingroom/bookings/history/{values}: wreely/rooms/book 19 21 200, wreely/rooms/history 29 31 400
        wreely GET /services/v2/{vendor}/meetingroom/bookings/{values}: wreely/rooms/book-outside-hours 22 24 200, wreely/rooms/cancel-refused 22 24 400
        wreely GET /services/v2/{vendor}/meetingroom/dashboard: wreely/rooms/book 25 27 200
        wreely GET /services/v2/{vendor}/meetingrooms: wreely/rooms/list 3 5 200 content-type
        wreely GET /services/v2/{vendor}/members: wreely/members/list 3 5 200 content-type, wreely/tokens/unknown 17 19 401, wreely/vendors/foreign 3 5 400 content-type
        wreely GET /services/v2/{vendor}/memberwalls/comments/delete/{values}: wreely/wall/delete-comment 3 5 200 content-type
        wreely GET /services/v2/{vendor}/memberwalls/comments/{values}: wreely/wall/comment 23 25 200, wreely/wall/comments 36 38 400
        wreely GET /services/v2/{vendor}/memberwalls/delete/{values}: wreely/wall/delete 4 6 200 content-type, wreely/wall/delete 35 37 400
        wreely GET /services/v2/{vendor}/memberwalls/likes/delete/{values}: wreely/wall/delete-like 3 5 200 content-type, wreely/wall/delete-like 28 30 400
        wreely GET /services/v2/{vendor}/memberwalls/likes/{values}: wreely/wall/delete-like 10 12 200, wreely/wall/likes 22 24 400
        wreely GET /services/v2/{vendor}/memberwalls/{values}: wreely/routing/unknown 34 36 400, wreely/wall/comment 29 31 200
        wreely GET /wreely/pictures/{file}: wreely/pictures/show 3 5 200 content-type, wreely/pictures/show 18 20 400
        wreely POST /services/v1/user/devicetoken: wreely/v1/device-token 3 8 200 content-type, wreely/v1/device-token 13 18 400
        wreely POST /services/v1/user/forgotpass/change: wreely/tokens/unknown 38 43 401, wreely/v1/forgotten-password 32 37 200, wreely/v1/forgotten-password 86 91 400
        wreely POST /services/v1/user/forgotpass/email: wreely/v1/forgotten-password 4 9 200 content-type, wreely/v1/forgotten-password 59 64 400
        wreely POST /services/v1/user/login: wreely/v1/forgotten-password 41 46 400, wreely/v1/forgotten-password 50 55 200
        wreely POST /services/v1/user/randomcode/confirmation: wreely/v1/forgotten-password 14 19 200, wreely/v1/forgotten-password 23 28 400
        wreely POST /services/v1/user/registration: wreely/empty/lists 25 30 400, wreely/v1/registration 4 9 200 content-type
        wreely POST /services/v2/member/login: wreely/empty/lists 3 8 400 content-type, wreely/login/code-is-too-old 4 9 200 content-type
        wreely POST /services/v2/member/login/confirmation: wreely/login/code-is-too-old 15 20 400, wreely/login/code-is-too-old 34 39 200
        wreely POST /services/v2/member/update: wreely/members/update-refused 3 8 400 content-type, wreely/members/update-refused 41 46 200
        wreely POST /services/v2/user/update: wreely/members/update-refused 59 64 400, wreely/members/update 19 24 200
        wreely POST /services/v2/{vendor}/meetingroom/bookings: wreely/rooms/book-outside-hours 3 8 200 content-type, wreely/rooms/book-outside-hours 13 18 400
        wreely POST /services/v2/{vendor}/memberwalls: wreely/vendors/foreign 28 33 400, wreely/wall/create 3 8 200 content-type
        wreely POST /services/v2/{vendor}/memberwalls/comments: wreely/tokens/missing 22 27 400, wreely/wall/comment 3 8 200 content-type
        wreely POST /services/v2/{vendor}/memberwalls/likes: wreely/tokens/places 10 15 200, wreely/tokens/unknown 29 34 401, wreely/wall/like-refused 3 8 400 content-type
        """
}
