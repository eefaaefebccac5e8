internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyWorld
internal import RealWorldContent

// JSON in the order of keys that the pages of RealWorld have.

extension RealWorld.Era {
    /// What a person without a picture has: the old server had a default for it.
    private static let smiley = "https://api.realworld.io/images/smiley-cyrus.jpeg"

    func image(_ image: String?) -> String? { image ?? (self == .old ? Self.smiley : nil) }

    func write(_ image: LentText?, _ json: inout JSONWriter) {
        if let image { return json.string(utf8: image) }
        if self == .old { json.string(Self.smiley) } else { json.null() }
    }
}

extension JSONWriter {
    /// A member with an object in it, as the whole of an answer.
    mutating func wrapped(
        _ name: StaticString,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows {
        beginObject()
        key(name)
        try write(&self)
        endObject()
    }

    /// An instant with three digits of fraction.
    mutating func date(_ instant: Instant) {
        string(atMost: Instant.longestRFC3339) { instant.writeRFC3339Millis(to: $0) }
    }

    /// A person with a new token, as log-ins answer.
    mutating func user(_ person: RealWorldPerson, _ call: Call) {
        beginObject()
        field("email", person.email)
        field("token", call.api.tokens.issue(for: person.id))
        field("username", person.username)
        field("bio", person.bio)
        field("image", call.era.image(person.image))
        endObject()
    }

    mutating func profile(_ person: RealWorldPerson, isFollowed: Bool, _ era: RealWorld.Era) {
        beginObject()
        field("username", person.username)
        field("bio", person.bio)
        field("image", era.image(person.image))
        field("following", isFollowed)
        endObject()
    }

    mutating func author(_ author: RealWorldByline, _ era: RealWorld.Era) {
        part(#","author":{"username":"#)
        string(utf8: author.username)
        part(#","bio":"#)
        string(utf8: author.bio)
        part(#","image":"#)
        era.write(author.image, &self)
        part(author.isFollowed ? #","following":true}"# : #","following":false}"#)
    }

    /// An article, without its text where that is nil.
    mutating func article(_ article: RealWorldArticle, _ era: RealWorld.Era) {
        beginObject()
        part(#""slug":"#)
        string(utf8: article.slug)
        part(#","title":"#)
        string(utf8: article.title)
        part(#","description":"#)
        string(utf8: article.description)
        if let body = article.body {
            part(#","body":"#)
            string(utf8: body)
        }
        part(#","tagList":"#)
        raw(article.tags)
        part(#","createdAt":"#)
        date(article.createdAt)
        part(#","updatedAt":"#)
        date(article.updatedAt)
        part(article.isFavorite ? #","favorited":true"# : #","favorited":false"#)
        part(#","favoritesCount":"#)
        int(article.favorites)
        author(article.author, era)
        endObject()
    }

    mutating func comment(_ comment: RealWorldComment, _ era: RealWorld.Era) {
        beginObject()
        part(#""id":"#)
        int(comment.id)
        part(#","createdAt":"#)
        date(comment.createdAt)
        part(#","updatedAt":"#)
        date(comment.createdAt)
        part(#","body":"#)
        string(utf8: comment.body)
        author(comment.author, era)
        endObject()
    }
}
