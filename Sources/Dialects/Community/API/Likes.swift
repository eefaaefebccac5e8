internal import CommunityContent
internal import MockPostlyHTTP
internal import MockPostlyJSON

/// `/api/community/posts/{id}/like`.
enum Likes {
    static func toggle(_ request: Request, _ community: Community) throws -> Response {
        try answer(.toggle, request, community: community)
    }

    static func set(_ request: Request, _ community: Community) throws -> Response {
        try answer(.like, request, community: community)
    }

    static func clear(_ request: Request, _ community: Community) throws -> Response {
        try answer(.unlike, request, community: community)
    }

    private static func answer(
        _ opinion: FeedStore.Opinion,
        _ request: Request,
        community: Community
    ) throws -> Response {
        let user = try community.member(of: request)
        let likes = try community.feed.express(opinion, on: Posts.id(of: request), by: user)
        if likes.hasChanged { community.note(.likesUpdated(id: likes.post, users: likes.users)) }
        return .data { likes.write(&$0) }
    }
}
