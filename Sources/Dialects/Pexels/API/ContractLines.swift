// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        pexels/curated/pages GET /v1/curated?per_page=3&page=2: pexels/curated/pages 2 5 200 content-type
        pexels/keys/none GET /v1/curated?per_page=1: pexels/keys/none 22 24 401 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/photos/by-id GET /v1/photos/*: pexels/photos/by-id 2 5 200 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/photos/unknown GET /v1/photos/1: pexels/photos/unknown 2 5 404 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/search/nothing-matches GET /v1/search?query=zqxjvkwyzqxjvkwy&per_page=3: pexels/search/nothing-matches 2 5 200 content-type
        pexels/search/paging GET /v1/search?query=nature&per_page=3&page=1: pexels/search/paging 2 5 200 content-type
        pexels/search/query-required GET /v1/search: pexels/search/query-required 2 5 400 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        """

    static let routes = """
        GET /photo/{slug}: pexels/pictures/page 7 9 200 content-type, pexels/pictures/page 31 33 404 content-type
        GET /photos/{id}/{file}: pexels/cors/answers 23 25 200 access-control-allow-origin access-control-expose-headers, pexels/pictures/not-modified 2 5 304 etag cache-control content-type, pexels/pictures/unknown 2 4 404 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        GET /v1/curated: pexels/cors/answers 2 6 200 access-control-allow-origin access-control-expose-headers, pexels/cors/answers 10 12 401 access-control-allow-origin access-control-expose-headers
        GET /v1/photos/{id}: pexels/clock/month 4 7 200 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, pexels/clock/month 12 15 429 x-ratelimit-reset, pexels/keys/listed 19 22 401 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, pexels/keys/rate 18 21 404 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        GET /v1/search: pexels/keys/none 2 4 401 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, pexels/keys/rate 10 13 400 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset, pexels/keys/rate 34 37 200 x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        """
}
