internal import MockPostlyContent
package import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyNouns
internal import RealWorldContent

/// The records of RealWorld that people can look at and change, by its rules.
extension RealWorld {
    package var collections: [RecordCollection] {
        [articleRecords, commentRecords, personRecords]
    }

    private var articleRecords: RecordCollection {
        var records = RecordCollection(
            "realworld-articles",
            "Articles",
            noun: "article",
            .realWorldArticles,
            context.domain.work
        )
        let noRecord = records.noRecord
        records.add = { [self] values in
            let draft = try draft(values)
            let author = try author(values)
            return .now(try articles.slug(articles.create(draft, by: author.id)))
        }
        records.edit = { [self] slug, values in
            let draft = try draft(values)
            let article = try refusing(noRecord) { try articles.key(slug) }
            try articles.update(article, draft, by: nil)
            return .now(try articles.slug(article.id))
        }
        records.delete = { [self] slug in
            try articles.delete(refusing(noRecord) { try articles.key(slug) }, by: nil)
        }
        return records
    }

    private var commentRecords: RecordCollection {
        var records = RecordCollection(
            "realworld-comments",
            "Comments",
            noun: "comment",
            .realWorldComments,
            context.domain.work
        )
        let noRecord = records.noRecord
        records.add = { [self] values in
            let body = try full("body", values) ?? ""
            let author = try author(values)
            let unknown = refusal("article", "There is no such article.", "Send its slug.")
            let article = try refusing(unknown) { try articles.key(values.id("article")) }
            return .now("\(try articles.addComment(body, to: article, by: author.id))")
        }
        records.delete = { [self] id in
            guard let id = Int64(id) else { throw noRecord }
            try refusing(noRecord) { try articles.deleteComment(id, by: nil) }
        }
        return records
    }

    private var personRecords: RecordCollection {
        var records = RecordCollection(
            "realworld-people",
            "Usernames",
            noun: "person",
            .realWorldPeople,
            context.domain.work
        )
        let noRecord = records.noRecord
        records.edit = { [self] id, values in
            guard let person = try Int64(id).flatMap(people.find) else { throw noRecord }
            var changes = RealWorldChanges()
            changes.bio = values.optionalText("bio")
            _ = try people.change(person, changes)
            return .now(id)
        }
        return records
    }

    // MARK: Parts

    private func draft(_ values: RecordValues) throws -> RealWorldDraft {
        RealWorldDraft(
            title: try full("title", values),
            description: try full("description", values),
            body: try full("body", values),
            tags: values.text("tags").map { $0.split(separator: ",").map(String.init) }
        )
    }

    private func author(_ values: RecordValues) throws -> RealWorldPerson {
        let name = values.id("author")
        if let person = try people.find(username: name) ?? people.find(email: name) {
            return person
        }
        throw refusal("author", "There is no such person.", "Send a username or an e-mail address.")
    }

    /// The text of a member, which must not be blank; nil when it is absent.
    private func full(_ member: String, _ values: RecordValues) throws -> String? {
        guard let text = values.text(member) else { return nil }
        guard !text.isBlank else {
            throw refusal(member, "\(member) can't be blank.", "Send a text.")
        }
        return text
    }

    private func refusal(_ member: String, _ words: String, _ hint: String) -> RecordRefusal {
        RecordRefusal(400, member, words, hint: hint)
    }

    /// Calls `body`, and throws `refusal` when there is no such article or comment.
    private func refusing<Result>(
        _ refusal: RecordRefusal,
        _ body: () throws -> Result
    ) throws -> Result {
        do {
            return try body()
        } catch is RealWorldError {
            throw refusal
        }
    }
}
