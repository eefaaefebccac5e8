internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import MockPostlySQLite

/// Reads the wall and the events of a workspace.
extension WreelySeed {
    func readPost(_ row: SeedRow?, of workspace: WreelyWorkspace.ID) {
        guard let row else { return }
        let author = member(row, "author")
        if row.text("content")?.isBlank ?? true, row.text("imageUrl")?.isEmpty ?? true,
            !reading.isExact
        {
            let words = "expected a post with a text or a picture"
            reading.report(row.place.path(), at: row.value.offset, words)
        }
        guard let author, let date = row.seedDate("createdAt"),
            let post = tables.insert(
                row,
                .wreelyPost,
                [
                    "workspace": .integer(workspace), "member": author,
                    "follows": .bool(date.followsDay),
                ]
            )
        else { return }
        readLikes(row.json("likes"), row.path("likes"), of: post)
        tables.forEach(row, "comments", .wreelyComment) { row in
            if let row { readComment(row, of: post) }
        }
    }

    /// Reads the likes of a post: persons, or objects with a person and an id.
    private func readLikes(_ value: JSONValue?, _ list: String, of post: WreelyPost.ID) {
        var likers: Set<WreelyMember.ID> = []
        reading.forEach(value, list) { index, value in
            var (row, person, field) = (SeedRow?.none, value, "\(list)[\(index)]")
            if let named = value["member"] {
                row = tables.row(value, list, at: index, .wreelyLike)
                (person, field) = (named, row?.path("member") ?? field)
            }
            guard let liker = member(person, field), row?.isWhole ?? true else { return }
            guard likers.insert(liker).inserted else {
                return reading.report(field, at: person.offset, "the member likes the post twice")
            }
            let others: [String: Value] = ["post": .integer(post), "member": .integer(liker)]
            _ = tables.insert(row, .wreelyLike, others)
        }
    }

    private func readComment(_ row: SeedRow, of post: WreelyPost.ID) {
        guard let author = member(row, "author"), let date = row.seedDate("createdAt") else {
            return
        }
        let others: [String: Value] = [
            "post": .integer(post), "member": author, "follows": .bool(date.followsDay),
        ]
        _ = tables.insert(row, .wreelyComment, others)
    }

    // MARK: Events

    func readEvent(_ row: SeedRow?, of workspace: WreelyWorkspace.ID) {
        guard let row, let times = times(row), row.isWhole else { return }
        guard times.start.instant <= times.end.instant else {
            let words = "expected a date that is not before startsAt"
            return reading.report(row.path("endsAt"), at: times.offset, words)
        }
        let others: [String: Value] = [
            "workspace": .integer(workspace), "follows": .bool(times.start.followsDay),
        ]
        guard let event = tables.insert(row, .wreelyEvent, others) else { return }
        var seen: Set<WreelyMember.ID> = []
        tables.readLinks(row, "attendees", of: .wreelyEvent, event) { value, field in
            guard let person = member(value, field) else { return nil }
            if seen.insert(person).inserted { return person }
            reading.report(field, at: value.offset, "the member attends it twice")
            return nil
        }
    }
}
