// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        community/accounts/token-faults GET /api/community/me: community/accounts/token-faults 11 13 401 content-type www-authenticate, community/accounts/token-faults 67 70 200
        community/accounts/tokens GET /api/community/me: community/accounts/tokens 21 24 200
        community/accounts/tokens POST /api/community/tokens: community/accounts/tokens 11 16 201 content-type
        community/accounts/tokens-wrong POST /api/community/tokens: community/accounts/tokens-wrong 11 16 401 content-type www-authenticate, community/accounts/tokens-wrong 31 36 422
        community/comments/fields POST /api/community/posts/*/comments: community/comments/fields 24 30 422 content-type
        community/comments/list GET /api/community/posts/*/comments: community/comments/list 60 63 200 content-type
        community/likes/set PUT /api/community/posts/*/like: community/likes/set 24 27 200 content-type
        community/lists/pages GET /api/community/posts?page=1&per_page=3: community/lists/pages 40 43 200 content-type
        community/posts/create POST /api/community/posts: community/posts/create 16 22 201 content-type location
        community/posts/delete DELETE /api/community/posts/*: community/posts/delete 46 49 204 content-type, community/posts/delete 67 70 404
        community/posts/delete GET /api/community/posts/*: community/posts/delete 53 56 404
        community/posts/fields POST /api/community/posts: community/posts/fields 16 22 422 content-type
        community/posts/unknown GET /api/community/posts/999999999: community/posts/unknown 2 7 201, community/posts/unknown 11 14 200, community/posts/unknown 24 27 404 content-type
        community/posts/update PATCH /api/community/posts/*: community/posts/update 25 31 200 content-type, community/posts/update 57 63 422
        """

    static let routes = """
        DELETE /api/community/join: community/accounts/join 26 29 204
        DELETE /api/community/posts/{id}: community/posts/delete 46 49 204 content-type, community/posts/delete 67 70 404, community/posts/not-yours 59 62 403
        DELETE /api/community/posts/{id}/comments/{comment_id}: community/comments/delete 76 79 403 content-type, community/comments/delete 84 87 404, community/comments/delete 98 101 204 content-type, community/comments/delete 125 127 401
        DELETE /api/community/posts/{id}/like: community/likes/refused 36 39 404, community/likes/set 39 42 200
        DELETE /api/community/tokens/current: community/accounts/revoke 20 23 204 content-type, community/accounts/revoke 35 38 401
        GET /api/community/me: community/accounts/join 38 41 200, community/accounts/revoke 27 30 401 www-authenticate
        GET /api/community/posts: community/accounts/leave-keeps 57 60 403 content-type, community/clock/dates 51 54 200, community/lists/parameters 24 27 422 content-type, community/routing/cross-origin 25 27 401 access-control-allow-origin
        GET /api/community/posts/{id}: community/accounts/leave-keeps 65 68 200, community/posts/delete 53 56 404, community/routing/escapes 2 4 400 content-type
        GET /api/community/posts/{id}/comments: community/clock/dates 89 92 200, community/lists/parameters 80 83 422, community/posts/delete 60 63 404
        GET /community/longpoll: community/channels/origins 27 30 200
        GET /community/pictures/{file}: community/pictures/show 2 4 200 content-type cache-control access-control-allow-origin, community/pictures/show 14 16 404
        GET /community/websocket: community/channels/origins 4 7 403, community/channels/origins 18 21 400
        PATCH /api/community/posts/{id}: community/bodies/order 47 52 401, community/bodies/order 56 62 403, community/bodies/order 66 72 400, community/bodies/order 76 82 404, community/bodies/order 96 102 422, community/clock/dates 58 64 200
        POST /api/community/join: community/accounts/join 11 14 200
        POST /api/community/posts: community/accounts/leave-keeps 30 36 201, community/bodies/malformed 16 22 400 content-type, community/posts/fields 16 22 422 content-type
        POST /api/community/posts/{id}/comments: community/accounts/leave-keeps 43 49 201, community/bodies/order 106 112 400, community/bodies/order 116 122 404, community/comments/fields 24 30 422 content-type
        POST /api/community/posts/{id}/like: community/accounts/leave-keeps 38 41 200, community/likes/refused 11 13 401, community/posts/unknown 97 100 404
        POST /api/community/register: community/accounts/join 2 7 201, community/accounts/register-fields 2 7 422 content-type
        POST /api/community/tokens: community/accounts/revoke 11 16 201, community/accounts/tokens-wrong 11 16 401 content-type www-authenticate, community/accounts/tokens-wrong 31 36 422
        POST /community/longpoll: community/channels/polling-lines 9 15 200
        PUT /api/community/posts/{id}: community/posts/not-yours 49 55 403, community/posts/update 36 42 200
        PUT /api/community/posts/{id}/like: community/channels/polling 36 39 200, community/likes/refused 17 20 403, community/likes/refused 29 32 404
        """
}
