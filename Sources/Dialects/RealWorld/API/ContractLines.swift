// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
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
        """
}
