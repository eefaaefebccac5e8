/// A post as Postly sends it.
public struct Post: Sendable, Codable, Equatable, Identifiable {
    /// Its id.
    public var id: String
    /// Its title.
    public var title: String
    /// The number of people who like it.
    public var likes: Int

    private enum CodingKeys: String, CodingKey {
        case id = "_id"
        case title
        case likes
    }
}
