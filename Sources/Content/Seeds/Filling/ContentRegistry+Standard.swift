package import MockPostlyContent

extension ContentRegistry {
    /// The content of all systems that this program mocks.
    ///
    /// The order is that of the migrations: a new part goes to the end.
    package static let standard = ContentRegistry([
        .people, .posts, .documents, .feed, .photos, .wreely, .signIns, .realWorld, .collections,
    ])
}
