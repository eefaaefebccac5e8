// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        pexels/curated/pages GET /v1/curated?per_page=3&page=2: 2 5 200 content-type
        pexels/keys/none GET /v1/curated?per_page=1: 22 24 401 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/photos/by-id GET /v1/photos/*: 2 5 200 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/photos/unknown GET /v1/photos/1: 2 5 404 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        pexels/search/nothing-matches GET /v1/search?query=zqxjvkwyzqxjvkwy&per_page=3: 2 5 200 content-type
        pexels/search/paging GET /v1/search?query=nature&per_page=3&page=1: 2 5 200 content-type
        pexels/search/query-required GET /v1/search: 2 5 400 content-type x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset
        """
}
