// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        realworld/articles/create-new POST /api/articles: realworld/articles/create-new 13 19 201 content-type
        realworld/articles/create-refused POST /api/articles: realworld/articles/create-refused 12 18 422 content-type
        realworld/articles/delete DELETE /api/articles/*: realworld/articles/delete 52 55 403 content-type, realworld/articles/delete 60 63 404 content-type, realworld/articles/delete 68 71 204 content-type
        realworld/articles/delete GET /api/articles/*: realworld/articles/delete 84 86 404 content-type
        realworld/articles/favorites POST /api/articles/*/favorite: realworld/articles/favorites 34 37 200 content-type, realworld/articles/favorites 92 95 404 content-type
        realworld/articles/lists-new GET /api/articles/*: realworld/articles/lists-new 151 154 200 content-type
        realworld/articles/lists-new GET /api/articles/feed?limit=2: realworld/articles/lists-new 151 154 200 content-type
        realworld/articles/lists-new GET /api/articles?limit=3: realworld/articles/lists-new 65 67 200 content-type
        realworld/articles/lists-new GET /api/tags: realworld/articles/lists-new 3 8 201 content-type, realworld/articles/lists-new 57 60 200 content-type
        realworld/articles/unknown GET /api/articles/*: realworld/articles/unknown 2 4 404 content-type
        realworld/comments/all-new GET /api/articles/*/comments: realworld/comments/all-new 45 47 200 content-type, realworld/comments/all-new 172 174 404 content-type
        realworld/comments/all-new POST /api/articles/*/comments: realworld/comments/all-new 52 58 201 content-type, realworld/comments/all-new 98 104 422 content-type, realworld/comments/all-new 150 156 404 content-type
        realworld/profiles/follow-new GET /api/profiles/*: realworld/profiles/follow-new 23 25 200 content-type
        realworld/tokens/missing GET /api/user: realworld/tokens/missing 2 4 401 content-type
        realworld/users/log-in-new POST /api/users/login: realworld/users/log-in-new 13 18 200 content-type, realworld/users/log-in-new 23 28 401 content-type, realworld/users/log-in-new 53 58 422 content-type
        realworld/users/standard-people GET /api/user: realworld/users/standard-people 3 8 200 content-type, realworld/users/standard-people 23 28 401 content-type
        """

    static let routes = """
        DELETE /realworld/api/articles/{slug}: realworld/articles/delete 52 55 403 content-type, realworld/articles/delete 60 63 404 content-type, realworld/articles/delete 68 71 204 content-type, realworld/tokens/missing 63 65 401 content-type
        DELETE /realworld/api/articles/{slug}/comments/{id}: realworld/comments/all-new 179 182 403 content-type, realworld/comments/all-new 187 190 404 content-type, realworld/comments/all-new 219 222 204 content-type, realworld/tokens/missing 97 99 401 content-type
        DELETE /realworld/api/articles/{slug}/favorite: realworld/articles/favorites 76 79 200 content-type, realworld/articles/favorites 100 103 404 content-type, realworld/tokens/missing 80 82 401 content-type
        DELETE /realworld/api/profiles/{username}/follow: realworld/profiles/follow-new 88 91 200 content-type, realworld/profiles/unknown 34 37 404 content-type, realworld/tokens/missing 29 31 401 content-type
        GET /realworld/api/articles: realworld/articles/create-new 39 41 200 content-type, realworld/tokens/claims 30 33 401 content-type
        GET /realworld/api/articles/feed: realworld/articles/lists-new 151 154 200 content-type, realworld/tokens/missing 46 48 401 content-type
        GET /realworld/api/articles/{slug}: realworld/articles/create-new 24 26 200 content-type, realworld/articles/delete 84 86 404 content-type, realworld/tokens/wrong 114 117 401 content-type
        GET /realworld/api/articles/{slug}/comments: realworld/articles/delete 91 93 404 content-type, realworld/articles/delete 123 125 200 content-type, realworld/tokens/wrong 122 125 401 content-type
        GET /realworld/api/profiles/{username}: realworld/pictures/local 4 6 200 content-type, realworld/profiles/unknown 12 14 404 content-type, realworld/tokens/wrong 98 101 401 content-type
        GET /realworld/api/tags: realworld/articles/create-new 46 48 200 content-type
        GET /realworld/api/user: realworld/cors/all 32 35 401 access-control-allow-origin, realworld/tokens/claims 13 16 200 content-type
        GET /realworld/images/{file}: realworld/pictures/all 2 4 200 content-type access-control-allow-origin, realworld/pictures/all 26 28 404 content-type
        GET /realworld/pictures/{file}: realworld/pictures/all 20 22 200 content-type access-control-allow-origin, realworld/pictures/all 33 35 404 content-type
        POST /realworld/api/articles: realworld/articles/create-new 13 19 201 content-type, realworld/articles/create-refused 12 18 422 content-type, realworld/tokens/missing 36 41 401 content-type
        POST /realworld/api/articles/{slug}/comments: realworld/articles/delete 41 47 201 content-type, realworld/comments/all-new 98 104 422 content-type, realworld/comments/all-new 150 156 404 content-type, realworld/comments/all-old 52 58 200 content-type, realworld/tokens/missing 87 92 401 content-type
        POST /realworld/api/articles/{slug}/favorite: realworld/articles/delete 33 36 200 content-type, realworld/articles/favorites 92 95 404 content-type, realworld/tokens/missing 70 75 401 content-type
        POST /realworld/api/profiles/{username}/follow: realworld/articles/lists-new 143 146 200 content-type, realworld/profiles/unknown 26 29 404 content-type, realworld/tokens/missing 19 24 401 content-type
        POST /realworld/api/users: realworld/articles/create-new 3 8 201 content-type, realworld/users/register-refused 2 7 422 content-type, realworld/users/taken-new 23 28 409 content-type
        POST /realworld/api/users/login: realworld/routing/hosts 55 61 403 content-type, realworld/tokens/wrong 138 144 401 content-type, realworld/users/log-in-new 13 18 200 content-type, realworld/users/log-in-new 53 58 422 content-type
        PUT /realworld/api/articles/{slug}: realworld/articles/slugs 111 117 200 content-type, realworld/articles/update-new 46 52 422 content-type, realworld/articles/update-new 126 132 403 content-type, realworld/articles/update-new 137 143 404 content-type, realworld/tokens/missing 53 58 401 content-type
        PUT /realworld/api/user: realworld/articles/new-name 34 40 200 content-type, realworld/tokens/missing 9 14 401 content-type, realworld/users/taken-new 53 59 409 content-type, realworld/users/taken-old 53 59 422 content-type
        """
}
