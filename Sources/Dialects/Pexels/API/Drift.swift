internal import MockPostlyDrift

extension DriftScenario {
    /// Photos, all with a key: `--header 'Authorization: …'` has that of the real server.
    private static let key = "drift"

    static let pexels: DriftScenario = {
        var scenario = DriftScenario(
            "pexels",
            [
                read(
                    "search",
                    "GET /v1/search?query=nature&per_page=3&page=1",
                    content: .own,
                    fixed: ["page", "per_page"],
                    as: key
                ).shows("photos that a text finds", "pexels/search/paging"),
                read(
                    "search-nothing",
                    "GET /v1/search?query=zqxjvkwyzqxjvkwy&per_page=3",
                    content: .own,
                    fixed: ["page", "per_page"],
                    as: key
                ).shows("a search that finds nothing", "pexels/search/nothing-matches"),
                read("search-without", "GET /v1/search", as: key)
                    .shows("a search needs a text", "pexels/search/query-required"),
                read(
                    "curated",
                    "GET /v1/curated?per_page=3&page=2",
                    content: .own,
                    fixed: ["page", "per_page"],
                    as: key
                ).shows("a page of all photos", "pexels/curated/pages"),
                read("photo", "GET /v1/photos/{{search.photos[0].id}}", content: .own, as: key)
                    .shows("one photo", "pexels/photos/by-id"),
                read("unknown-photo", "GET /v1/photos/1", as: key)
                    .shows("a photo that is not there", "pexels/photos/unknown"),
                read("no-key", "GET /v1/curated?per_page=1")
                    .shows("a key is needed", "pexels/keys/none"),
            ],
            lines,
            routes: routes
        )
        scenario.optional = ["next_page", "prev_page"]
        return scenario
    }()
}
