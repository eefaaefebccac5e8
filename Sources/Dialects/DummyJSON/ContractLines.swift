// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
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
        """
}
