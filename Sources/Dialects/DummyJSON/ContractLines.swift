// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        dummyjson/auth/login-required POST /auth/login: dummyjson/auth/login-required 2 7 400 set-cookie content-type
        dummyjson/auth/login-tokens POST /auth/login: dummyjson/auth/login-tokens 4 9 200 content-type
        dummyjson/auth/login-username POST /auth/login: dummyjson/auth/login-username 2 7 200 content-type, dummyjson/auth/login-username 12 17 400
        dummyjson/auth/me GET /auth/me: dummyjson/auth/me 13 16 200
        dummyjson/auth/refresh POST /auth/refresh: dummyjson/auth/refresh 13 18 200 set-cookie set-cookie
        dummyjson/auth/token-none GET /auth/me: dummyjson/auth/token-none 2 4 401 set-cookie set-cookie content-type
        dummyjson/carts/by-id GET /carts/1: dummyjson/carts/by-id 2 4 200 content-type, dummyjson/carts/by-id 15 17 404
        dummyjson/comments/list GET /comments?limit=2: dummyjson/comments/list 2 4 200 content-type
        dummyjson/http/message GET /http/404/No_such_thing: dummyjson/http/message 2 4 200 content-type, dummyjson/http/message 9 11 404 content-type, dummyjson/http/message 16 18 201, dummyjson/http/message 22 24 400
        dummyjson/posts/add POST /posts/add: dummyjson/posts/add 2 7 201 content-type
        dummyjson/posts/add-user-id-required POST /posts/add: dummyjson/posts/add-user-id-required 2 7 400 content-type
        dummyjson/posts/by-id GET /posts/1: dummyjson/posts/by-id 3 5 200 content-type
        dummyjson/posts/by-id-missing GET /posts/99999: dummyjson/posts/by-id-missing 2 4 404 content-type
        dummyjson/posts/by-id-not-a-number GET /posts/no-id: dummyjson/posts/by-id-not-a-number 2 4 400 content-type
        dummyjson/posts/by-id-select GET /posts/1?select=id,userId: dummyjson/posts/by-id-select 2 4 200 content-type
        dummyjson/posts/comments-of-a-post GET /posts/1/comments?limit=2: dummyjson/posts/comments-of-a-post 15 17 200
        dummyjson/posts/delete DELETE /posts/1: dummyjson/posts/delete 2 4 200 content-type
        dummyjson/posts/list GET /posts?limit=3&skip=2: dummyjson/posts/list 2 4 200 content-type
        dummyjson/posts/search GET /posts/search?q=zqxjvkwy: dummyjson/posts/search 2 4 200 content-type
        dummyjson/posts/tag-list GET /posts/tag-list: dummyjson/posts/tag-list 3 5 200 content-type
        dummyjson/posts/tags GET /posts/tags: dummyjson/posts/tags 2 4 200 content-type
        dummyjson/posts/update PATCH /posts/1: dummyjson/posts/update 12 17 200
        dummyjson/products/by-id GET /products/1: dummyjson/products/by-id 2 4 200 content-type
        dummyjson/products/categories GET /products/categories: dummyjson/products/categories 2 4 200 content-type
        dummyjson/products/list-options GET /products?limit=3&sortBy=title&order=asc: dummyjson/products/list-options 2 4 200 content-type
        dummyjson/query/checked-everywhere GET /posts?limit=x: dummyjson/query/checked-everywhere 2 4 400 content-type
        dummyjson/quotes/list GET /quotes?limit=2: dummyjson/quotes/list 2 4 200 content-type
        dummyjson/recipes/list GET /recipes?limit=2: dummyjson/recipes/list 2 4 200 content-type
        dummyjson/test/methods GET /test: dummyjson/test/methods 2 4 200 content-type
        dummyjson/todos/list GET /todos?limit=2: dummyjson/todos/list 2 4 200 content-type
        dummyjson/users/list GET /users?limit=2: dummyjson/users/list 2 4 200 content-type
        """

    static let routes = """
        DELETE /c/{identifier}: dummyjson/custom/generate 33 35 404, dummyjson/custom/methods 72 74 200
        DELETE /carts/{id}: dummyjson/carts/delete 2 4 200 content-type, dummyjson/carts/delete 15 17 404
        DELETE /comments/{id}: dummyjson/comments/delete 2 4 200 content-type, dummyjson/comments/delete 9 11 404
        DELETE /posts/{id}: dummyjson/bodies/first-of-all 21 26 400, dummyjson/keep/comments-move 28 30 200, dummyjson/keep/posts-delete 16 18 404
        DELETE /products/{id}: dummyjson/keep/products 50 52 200, dummyjson/products/delete 9 11 404
        DELETE /recipes/{id}: dummyjson/keep/recipes 44 46 200, dummyjson/recipes/delete 9 11 404
        DELETE /todos/{id}: dummyjson/bodies/any-method 19 24 200, dummyjson/headers/etag 28 30 404 etag
        DELETE /users/{id}: dummyjson/keep/users-delete 4 6 200, dummyjson/users/delete 15 17 404, dummyjson/users/delete 21 23 400
        GET /: dummyjson/pages/root 2 4 200 content-type, dummyjson/pages/root 7 9 400
        GET /2fa: dummyjson/bodies/any-method 12 17 200, dummyjson/two-factor/refused 63 65 400
        GET /auth/me: dummyjson/auth/login-same-second 31 34 200, dummyjson/auth/token-expired 21 24 401 set-cookie set-cookie, dummyjson/auth/token-order 3 6 500 set-cookie set-cookie content-type, dummyjson/auth/token-user 12 15 400 set-cookie set-cookie, dummyjson/legacy/later-routes 3 5 403, dummyjson/legacy/tokens 17 20 404
        GET /c/{identifier}: dummyjson/clock/custom-response-before-1970 13 15 200 x-expires-on x-expires-in-days, dummyjson/custom/etag 12 15 304, dummyjson/custom/methods 18 20 404
        GET /carts: dummyjson/carts/list 2 4 200 content-type
        GET /carts/user/{userId}: dummyjson/carts/add-is-not-kept 15 17 200, dummyjson/carts/of-a-user 21 23 404, dummyjson/carts/of-a-user 27 29 400
        GET /carts/{id}: dummyjson/carts/add-is-not-kept 9 11 404, dummyjson/carts/by-id 2 4 200 content-type
        GET /cdn/{path}: dummyjson/image/files-refused 2 4 404
        GET /comments: dummyjson/comments/list 2 4 200 content-type
        GET /comments/post/{postId}: dummyjson/keep/comments-move 22 24 200, dummyjson/legacy/unknown-posts 21 23 404, dummyjson/posts/comments-of-an-unknown-post 21 23 400
        GET /comments/{id}: dummyjson/comments/by-id-missing 2 4 404 content-type, dummyjson/comments/by-id 2 4 200 content-type, dummyjson/query/checked-everywhere 27 29 400
        GET /docs: dummyjson/pages/html 2 4 200 content-type
        GET /http/{status}: dummyjson/headers/cors 31 34 404 access-control-allow-origin, dummyjson/headers/modified 87 90 302, dummyjson/headers/security 83 86 500 x-dns-prefetch-control x-frame-options strict-transport-security x-download-options x-content-type-options x-xss-protection x-powered-by, dummyjson/headers/vary 26 28 204 vary, dummyjson/http/client-errors 2 4 400 content-type, dummyjson/http/client-errors 9 11 401 content-type, dummyjson/http/client-errors 16 18 402 content-type, dummyjson/http/client-errors 23 25 403 content-type, dummyjson/http/client-errors 37 39 405 content-type, dummyjson/http/client-errors 44 46 406 content-type, dummyjson/http/client-errors 51 53 407 content-type, dummyjson/http/client-errors 58 60 408 content-type, dummyjson/http/client-errors 65 67 409 content-type, dummyjson/http/client-errors 72 74 410 content-type, dummyjson/http/client-errors 79 81 411 content-type, dummyjson/http/client-errors 86 88 412 content-type, dummyjson/http/client-errors 93 95 413 content-type, dummyjson/http/client-errors 100 102 414 content-type, dummyjson/http/client-errors 107 109 415 content-type, dummyjson/http/client-errors 114 116 416 content-type, dummyjson/http/client-errors 121 123 417 content-type, dummyjson/http/client-errors 128 130 418 content-type, dummyjson/http/client-errors 135 137 420 content-type, dummyjson/http/client-errors 142 144 422 content-type, dummyjson/http/client-errors 149 151 423 content-type, dummyjson/http/client-errors 156 158 424 content-type, dummyjson/http/client-errors 163 165 426 content-type, dummyjson/http/client-errors 170 172 428 content-type, dummyjson/http/client-errors 177 179 429 content-type, dummyjson/http/client-errors 184 186 431 content-type, dummyjson/http/client-errors 191 193 444 content-type, dummyjson/http/client-errors 198 200 449 content-type, dummyjson/http/client-errors 205 207 450 content-type, dummyjson/http/client-errors 212 214 451 content-type, dummyjson/http/client-errors 219 221 499 content-type, dummyjson/http/no-content 10 12 205 content-length, dummyjson/http/no-content 16 18 304 content-type content-length, dummyjson/http/server-errors 9 11 501 content-type, dummyjson/http/server-errors 16 18 502 content-type, dummyjson/http/server-errors 23 25 503 content-type, dummyjson/http/server-errors 30 32 504 content-type, dummyjson/http/server-errors 37 39 505 content-type, dummyjson/http/server-errors 44 46 506 content-type, dummyjson/http/server-errors 51 53 507 content-type, dummyjson/http/server-errors 58 60 508 content-type, dummyjson/http/server-errors 65 67 510 content-type, dummyjson/http/server-errors 72 74 511 content-type, dummyjson/http/server-errors 79 81 598 content-type, dummyjson/http/server-errors 86 88 599 content-type, dummyjson/http/success 2 4 200 content-type location, dummyjson/http/success 10 12 201 content-type location, dummyjson/http/success 18 20 202 content-type location, dummyjson/http/success 26 28 203 content-type location, dummyjson/http/success 34 36 206 content-type location, dummyjson/http/success 42 44 207 content-type location, dummyjson/http/success 50 52 208 content-type location, dummyjson/http/success 58 60 226 content-type location, dummyjson/http/success 66 68 300 content-type location, dummyjson/http/success 74 76 301 content-type location, dummyjson/http/success 90 92 303 content-type location, dummyjson/http/success 98 100 305 content-type location, dummyjson/http/success 106 108 307 content-type location, dummyjson/http/success 114 116 308 content-type location
        GET /http/{status}/{message}: dummyjson/http/message 2 4 200 content-type, dummyjson/http/message 9 11 404 content-type, dummyjson/http/message 16 18 201, dummyjson/http/message 22 24 400, dummyjson/http/no-content 23 25 204 etag
        GET /icon: dummyjson/icon/types 16 18 200 content-type content-disposition cache-control
        GET /icon/{hash}: dummyjson/icon/types 9 11 200 content-type content-disposition cache-control
        GET /icon/{hash}/{size}: dummyjson/icon/types 2 4 200 content-type content-disposition cache-control
        GET /image/{size}: dummyjson/headers/security 110 113 200 x-dns-prefetch-control x-frame-options strict-transport-security x-download-options x-content-type-options x-xss-protection x-powered-by, dummyjson/image/etag 13 16 304 cache-control content-type, dummyjson/image/query-over-path 7 9 404, dummyjson/image/refused 2 4 500 content-type
        GET /image/{size}/{background}: dummyjson/image/options 10 12 200 content-type cache-control content-length content-encoding
        GET /image/{size}/{background}/{color}: dummyjson/image/types 26 28 200 content-type cache-control content-length content-encoding
        GET /image/{size}/{background}/{color}/{type}: dummyjson/image/query-over-path 11 13 200 content-type, dummyjson/image/refused 27 29 500, dummyjson/image/refused 86 88 404 content-type
        GET /ip: dummyjson/ip/forwarded 3 7 200 content-type
        GET /posts: dummyjson/bodies/first-of-all 2 7 400 content-type, dummyjson/keep/posts-add 20 22 200, dummyjson/legacy/options 51 53 500
        GET /posts/search: dummyjson/flows/an-app 58 60 200, dummyjson/query/q-refused 2 4 400 content-type
        GET /posts/tag-list: dummyjson/keep/posts-add-tags 13 15 200, dummyjson/legacy/later-routes 55 57 400
        GET /posts/tag/{tag}: dummyjson/keep/posts-add 38 40 200, dummyjson/paths/bad-escapes 39 41 400
        GET /posts/tags: dummyjson/legacy/later-routes 49 51 400, dummyjson/links/urls 3 5 200 content-type
        GET /posts/user/{userId}: dummyjson/keep/posts-add 26 28 200, dummyjson/posts/of-an-unknown-user 2 4 404 content-type, dummyjson/posts/of-an-unknown-user 9 11 400
        GET /posts/{id}: dummyjson/bodies/any-method 2 7 200 content-type, dummyjson/headers/cors 22 25 400 access-control-allow-origin access-control-allow-credentials, dummyjson/headers/etag 11 13 404 etag, dummyjson/headers/modified 33 37 304 etag content-type content-length
        GET /posts/{id}/comments: dummyjson/flows/an-app 70 72 200, dummyjson/keep/posts-delete 28 30 404, dummyjson/posts/comments-of-an-unknown-post 9 11 400
        GET /products: dummyjson/flows/a-shop 2 4 200 content-type
        GET /products/categories: dummyjson/flows/a-shop 9 11 200 content-type
        GET /products/category-list: dummyjson/keep/products 25 27 200, dummyjson/legacy/later-routes 61 63 404
        GET /products/category/{category}: dummyjson/flows/a-shop 16 18 200
        GET /products/search: dummyjson/keep/products 31 33 200
        GET /products/{id}: dummyjson/keep/links 25 28 200, dummyjson/keep/products 54 56 404, dummyjson/legacy/rate-limit 11 13 429 retry-after x-ratelimit-remaining
        GET /quotes: dummyjson/legacy/counts 28 30 200, dummyjson/query/checked-everywhere 33 35 400
        GET /quotes/random: dummyjson/quotes/random 2 4 200 content-type
        GET /quotes/random/{count}: dummyjson/quotes/random-list 2 4 200 content-type
        GET /quotes/{id}: dummyjson/legacy/todos-and-quotes 9 11 200, dummyjson/quotes/by-id 9 11 404
        GET /recipes: dummyjson/legacy/unknown 9 11 404, dummyjson/query/select-on-pages 9 11 200
        GET /recipes/meal-type/{meal}: dummyjson/keep/recipes 25 27 200
        GET /recipes/search: dummyjson/keep/recipes 38 40 200
        GET /recipes/tag/{tag}: dummyjson/keep/recipes 19 21 200
        GET /recipes/tags: dummyjson/recipes/tags 2 4 200 content-type
        GET /recipes/{id}: dummyjson/keep/links 39 42 200, dummyjson/legacy/unknown 15 17 404
        GET /test: dummyjson/clock/rate-limit-before-1970 4 6 200 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, dummyjson/clock/rate-limit 5 7 429 x-ratelimit-remaining x-ratelimit-reset, dummyjson/query/checked-everywhere 2 4 400 content-type
        GET /todos: dummyjson/legacy/counts 22 24 200
        GET /todos/random: dummyjson/todos/random 2 4 200 content-type
        GET /todos/random/{count}: dummyjson/todos/random-list 2 4 200 content-type
        GET /todos/user/{userId}: dummyjson/keep/todos 28 30 200, dummyjson/todos/of-a-user 21 23 404
        GET /todos/{id}: dummyjson/headers/etag-of-bytes 2 4 200 etag content-length content-type, dummyjson/keep/users-delete 38 40 404
        GET /users: dummyjson/flows/an-app 76 78 200
        GET /users/filter: dummyjson/keep/users-add 41 43 200, dummyjson/legacy/forms 21 23 500, dummyjson/users/filter-options 9 11 400
        GET /users/me: dummyjson/auth/me 27 30 200, dummyjson/auth/token-none 11 13 401 set-cookie set-cookie, dummyjson/legacy/later-routes 43 45 400
        GET /users/search: dummyjson/users/search-options 2 4 200 content-type
        GET /users/{id}: dummyjson/auth/login-get 9 11 400, dummyjson/headers/compression-etag 2 4 200 etag, dummyjson/headers/compression-etag 14 18 304 etag content-encoding, dummyjson/keep/users-delete 8 10 404
        GET /users/{id}/carts: dummyjson/carts/of-a-user 9 11 200, dummyjson/users/lists-of-a-user 21 23 404, dummyjson/users/lists-of-a-user 27 29 400
        GET /users/{id}/posts: dummyjson/keep/forms 18 20 200, dummyjson/paths/bad-escapes 45 47 400, dummyjson/posts/of-an-unknown-user 15 17 404
        GET /users/{id}/todos: dummyjson/todos/of-a-user 9 11 200, dummyjson/todos/of-a-user 27 29 400, dummyjson/users/lists-of-a-user 39 41 404
        PATCH /c/{identifier}: dummyjson/custom/methods 52 54 200
        PATCH /carts/{id}: dummyjson/carts/update-ids 12 17 200, dummyjson/carts/update-wrong 48 53 400
        PATCH /comments/{id}: dummyjson/comments/update-body-id 21 26 404, dummyjson/comments/update-verifies 30 35 400, dummyjson/comments/update 12 17 200
        PATCH /posts/{id}: dummyjson/bodies/multipart-boundary 21 26 400, dummyjson/keep/posts-update 19 24 200, dummyjson/legacy/unknown-posts 3 5 404
        PATCH /products/{id}: dummyjson/keep/product-in-carts 3 8 200, dummyjson/products/update-missing 12 17 404
        PATCH /recipes/{id}: dummyjson/keep/links 32 37 200, dummyjson/recipes/update 30 35 404
        PATCH /todos/{id}: dummyjson/bodies/forms-on-updates 12 17 200
        PATCH /users/{id}: dummyjson/keep/users-rename 4 9 200, dummyjson/users/update-missing 12 17 400, dummyjson/users/update-null-groups 12 17 500
        POST /2fa: dummyjson/two-factor/codes 9 14 200, dummyjson/two-factor/refused 2 7 400 content-type
        POST /auth/login: dummyjson/auth/login-expiry-none 3 8 200 set-cookie set-cookie content-type, dummyjson/auth/login-expiry-refused 2 7 500 content-type, dummyjson/auth/login-expiry-true 2 7 400 content-type
        POST /auth/logout: dummyjson/auth/login-insecure-cookies 15 21 200 set-cookie set-cookie, dummyjson/auth/logout 31 36 401 set-cookie set-cookie, dummyjson/legacy/later-routes 18 20 403, dummyjson/legacy/later-routes 38 41 404
        POST /auth/refresh: dummyjson/auth/refresh-expiry-texts 3 8 500 set-cookie, dummyjson/auth/refresh-expiry-texts 63 68 200, dummyjson/auth/refresh-expiry-texts 98 103 403, dummyjson/auth/refresh-required 2 7 401 set-cookie content-type
        POST /c/generate: dummyjson/clock/custom-response-before-1970 3 8 200 content-type, dummyjson/custom/method-refused 2 7 500 content-type, dummyjson/custom/missing-json 2 7 400 content-type
        POST /c/{identifier}: dummyjson/custom/generate 28 30 404, dummyjson/custom/methods 12 14 200
        POST /carts/add: dummyjson/bodies/forms 64 69 201, dummyjson/carts/add-wrong 2 7 400 content-type, dummyjson/carts/add-wrong 12 17 404, dummyjson/carts/add-wrong 93 98 500
        POST /comments/add: dummyjson/comments/add-invalid-body 2 7 400 content-type, dummyjson/comments/add-verifies 21 26 404, dummyjson/comments/add 2 7 201 content-type, dummyjson/legacy/adds 21 26 200
        POST /posts/add: dummyjson/bodies/arrays 2 7 400 content-type, dummyjson/bodies/forms-nested 2 7 201 content-type, dummyjson/keep/posts-refused 3 8 404 content-type, dummyjson/legacy/adds 3 8 200, dummyjson/rate-limit/exceeded 37 42 429
        POST /products/add: dummyjson/bodies/arrays 21 26 201, dummyjson/bodies/charset-of-an-empty-body 2 6 415 content-type, dummyjson/bodies/empty 18 23 400, dummyjson/bodies/too-large 2 7 413 content-type, dummyjson/legacy/adds 30 35 200
        POST /recipes/add: dummyjson/keep/recipes 3 8 200 content-type
        POST /todos/add: dummyjson/keep/todos 3 8 201 content-type, dummyjson/legacy/adds 12 17 200, dummyjson/todos/add 30 35 400, dummyjson/todos/add 39 44 404
        POST /users/add: dummyjson/keep/users-add 3 8 201
        POST /users/login: dummyjson/auth/login-paths 12 17 200
        PUT /c/{identifier}: dummyjson/custom/methods 32 34 200, dummyjson/custom/unknown 7 9 404
        PUT /carts/{id}: dummyjson/carts/update-ids 2 7 200 content-type, dummyjson/carts/update-wrong 2 7 404 content-type, dummyjson/carts/update-wrong 30 35 400
        PUT /comments/{id}: dummyjson/comments/update-body-id 2 7 200 content-type, dummyjson/comments/update-body-id 12 17 404
        PUT /posts/{id}: dummyjson/bodies/arrays 30 35 200, dummyjson/bodies/first-of-all 39 44 400, dummyjson/keep/posts-refused 13 18 404
        PUT /products/{id}: dummyjson/keep/links 18 23 200, dummyjson/paths/bad-escapes 51 56 400, dummyjson/products/update-missing 2 7 404 content-type
        PUT /recipes/{id}: dummyjson/recipes/update 2 7 200 content-type, dummyjson/recipes/update 21 26 404
        PUT /todos/{id}: dummyjson/bodies/multipart 45 58 200, dummyjson/headers/modified 67 73 404
        PUT /users/{id}: dummyjson/keep/links 4 9 200, dummyjson/keep/refused 31 36 500, dummyjson/users/update-body-id 21 26 404, dummyjson/users/update-body-id 30 35 400
        """
}
