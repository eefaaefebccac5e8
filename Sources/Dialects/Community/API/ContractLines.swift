// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
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
        """
}
