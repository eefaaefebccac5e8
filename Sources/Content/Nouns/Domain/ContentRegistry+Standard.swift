package import MockPostlyContent

extension ContentRegistry {
    /// The content of the systems that this program stands in for.
    package static let standard = ContentRegistry([.people, .posts, .documents, .feed, .photos])
}
