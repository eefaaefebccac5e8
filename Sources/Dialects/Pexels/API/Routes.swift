package import MockPostlyHTTP

extension Pexels {
    /// The whole API, and the pages and pictures that it links to; each path may end in a slash.
    package static let routes: [Route<Call>] = [
        .get("/v1/search", "photos that a text finds", Photos.search),
        .get("/v1/curated", "a page of all photos", Photos.curated),
        .get("/v1/photos/{id}", "one photo", Photos.show),
        Route(.get, "/photos/{id}/{file}", "the picture of a photo, as JPEG", Pictures.show),
        .get("/photo/{slug}", "one photo, as a page", PhotoPage.show),
    ]
}
