package import CommunityContent
internal import MockPostlyJSON

/// A change by a write, to be sent to connected clients after the commit.
package enum FeedEvent: Sendable, Equatable {
    /// The JSON is the post as REST shows it.
    case newPost([UInt8])
    /// The JSON is the whole post after the edit.
    case postUpdated([UInt8])
    /// Sent as `{"id": ...}`; the comments of the post get no events of their own.
    case postDeleted(id: FeedPost.ID)
    /// The users are in the order of liking.
    case likesUpdated(id: FeedPost.ID, users: [CommunityMember.ID])
    /// The count after the change; the comment itself is not in it.
    case commentsUpdated(id: FeedPost.ID, count: Int64)
    /// The user has left the community: the user's channels end with `phx_close`.
    case left(CommunityMember.ID)
    /// The token was revoked: the sockets that it opened are closed with 1001.
    case revoked(tokenHash: String)

    /// The event on ``Community/topic`` and its JSON; nil for events that close single connections.
    ///
    /// The payload is JSON in UTF-8, the same for all clients.
    package var broadcast: (event: String, payload: [UInt8])? {
        switch self {
        case .newPost(let post): ("new_post", post)
        case .postUpdated(let post): ("post_updated", post)
        case .postDeleted(let id): ("post_deleted", Self.object(id) { _ in })
        case .likesUpdated(let id, let users):
            ("post_likes_updated", Self.object(id) { $0.likes(users) })
        case .commentsUpdated(let id, let count):
            ("post_comments_updated", Self.object(id) { $0.field("comments_count", count) })
        case .left, .revoked: nil
        }
    }

    private static func object(
        _ id: FeedPost.ID,
        _ rest: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.field("id", id)
        rest(&json)
        json.endObject()
        return json.finish()
    }
}
