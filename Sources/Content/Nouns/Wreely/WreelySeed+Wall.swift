internal import MockPostlyContent
internal import MockPostlyJSON
internal import MockPostlySQLite
internal import MockPostlyWorld

/// Reads the wall and the events of a workspace.
extension WreelySeed {
    private static let postMembers = [
        "author", "content", "imageUrl", "createdAt", "likes", "comments", "id",
    ]
    private static let commentMembers = ["author", "content", "createdAt", "id"]
    private static let likeMembers = ["member", "id"]
    private static let eventMembers = [
        "title", "description", "imageUrl", "startsAt", "endsAt", "attendees", "id",
    ]

    func readPosts(_ value: JSONValue?, of workspace: WreelyWorkspace.ID, _ path: String) {
        reading.forEach(value, path + ".posts", members: Self.postMembers) { value, place in
            readPost(value, of: workspace, place)
        }
    }

    private func readPost(
        _ value: JSONValue,
        of workspace: WreelyWorkspace.ID,
        _ place: SeedPlace
    ) {
        guard var members = reading.object(value, place) else { return }
        let id = self.id(&members, of: .wreelyPost, "post")
        let author = requiredMember(&members, "author")
        let content = text(&members, "content")
        let image = address(&members, "imageUrl") ?? ""
        let date = reading.requiredFollowingDate(&members, "createdAt")
        let (likes, comments) = (members.take("likes"), members.take("comments"))
        reading.close(members)
        if content.isBlank, image.isEmpty, !reading.isExact {
            reading.report(
                place.path(),
                at: value.offset,
                "expected a post with a text or a picture"
            )
        }
        guard let id, let author, let date,
            let post = reading.attempt({
                try rows.insert(post: [
                    id, .integer(workspace), .integer(author), .text(content), .text(image),
                    .integer(date.instant.microseconds), .bool(date.follows),
                ])
            })
        else { return }
        count.posts += 1
        readLikes(likes, of: post, place)
        reading.forEach(comments, place.path("comments")) { index, value in
            let list = place.path("comments")
            readComment(
                value,
                of: post,
                SeedPlace(list, at: index, members: Self.commentMembers)
            )
        }
    }

    /// Reads the likes of a post: persons, or objects with a person and an id.
    private func readLikes(_ value: JSONValue?, of post: WreelyPost.ID, _ place: SeedPlace) {
        var likers: Set<WreelyMember.ID> = []
        let list = place.path("likes")
        reading.forEach(value, list) { index, value in
            var (id, person, field) = (Optional(Value.null), value, "\(list)[\(index)]")
            if value["member"] != nil {
                var members = SeedMembers(
                    value,
                    SeedPlace(list, at: index, members: Self.likeMembers)
                )
                id = self.id(&members, of: .wreelyLike, "like")
                person = members.take("member") ?? value
                field = members.place.path("member")
                reading.close(members)
            }
            guard let liker = member(person, field), let id else { return }
            guard likers.insert(liker).inserted else {
                return reading.report(field, at: person.offset, "the member likes the post twice")
            }
            count.likes += 1
            reading.attempt { try rows.insert(like: [id, .integer(post), .integer(liker)]) }
        }
    }

    private func readComment(_ value: JSONValue, of post: WreelyPost.ID, _ place: SeedPlace) {
        guard var members = reading.object(value, place) else { return }
        let id = self.id(&members, of: .wreelyComment, "comment")
        let author = requiredMember(&members, "author")
        let content = requiredText(&members, "content")
        let date = reading.requiredFollowingDate(&members, "createdAt")
        reading.close(members)
        guard let id, let author, let content, let date else { return }
        count.comments += 1
        reading.attempt {
            try rows.insert(comment: [
                id, .integer(post), .integer(author), .text(content),
                .integer(date.instant.microseconds), .bool(date.follows),
            ])
        }
    }

    // MARK: Events

    func readEvents(_ value: JSONValue?, of workspace: WreelyWorkspace.ID, _ path: String) {
        reading.forEach(value, path + ".events", members: Self.eventMembers) { value, place in
            readEvent(value, of: workspace, place)
        }
    }

    private func readEvent(
        _ value: JSONValue,
        of workspace: WreelyWorkspace.ID,
        _ place: SeedPlace
    ) {
        guard var members = reading.object(value, place) else { return }
        let id = self.id(&members, of: .wreelyEvent, "event")
        let title = requiredText(&members, "title")
        let description = text(&members, "description")
        let image = address(&members, "imageUrl") ?? ""
        let times = times(&members)
        let attendees = members.take("attendees")
        reading.close(members)
        guard let id, let title, let times else { return }
        guard times.start.instant <= times.end.instant else {
            let words = "expected a date that is not before startsAt"
            return reading.report(place.path("endsAt"), at: times.offset, words)
        }
        let event = reading.attempt {
            try rows.insert(event: [
                id, .integer(workspace), .text(title), .text(description), .text(image),
                .integer(times.start.instant.microseconds),
                .integer(times.end.instant.microseconds), .bool(times.start.follows),
            ])
        }
        guard let event else { return }
        count.events += 1
        var seen: Set<WreelyMember.ID> = []
        reading.forEach(attendees, place.path("attendees")) { index, value in
            let field = place.path("attendees[\(index)]")
            guard let person = member(value, field) else { return }
            guard seen.insert(person).inserted else {
                return reading.report(field, at: value.offset, "the member attends it twice")
            }
            reading.attempt { try rows.insert(attendance: [.integer(event), .integer(person)]) }
        }
    }

    /// The members `startsAt` and `endsAt`, both relative or both not; nil after a fault.
    func times(
        _ members: inout SeedMembers
    ) -> (start: SeedDate, end: SeedDate, offset: Int)? {
        let start = reading.requiredFollowingDate(&members, "startsAt")
        guard let value = reading.required(&members, "endsAt") else { return nil }
        let field = members.place.path("endsAt")
        let end = reading.followingDate(value, field)
        guard let start, let end else { return nil }
        guard start.follows == end.follows else {
            let words = start.follows ? "a date relative to the day, as startsAt" : "a whole date"
            reading.report(value, field, expected: words)
            return nil
        }
        return (start, end, value.offset)
    }
}
