internal import MockPostlyHTTP
internal import RealWorldContent

/// `/api/profiles`.
enum Profiles {
    static func show(_ request: Request, _ call: Call) throws -> Response {
        let viewer = try call.viewer()
        let person = try call.profile()
        let isFollowed = try call.api.people.isFollowing(viewer?.id, person.id)
        return answer(person, isFollowed: isFollowed, call)
    }

    /// By the method: POST begins to follow, DELETE ends it.
    static func follow(_ request: Request, _ call: Call) throws -> Response {
        let isFollowed = request.method == .post
        let viewer = try call.person()
        let person = try call.profile()
        try call.api.people.set(viewer.id, follows: person.id, isFollowed)
        return answer(person, isFollowed: isFollowed, call)
    }

    private static func answer(
        _ person: RealWorldPerson,
        isFollowed: Bool,
        _ call: Call
    ) -> Response {
        .json { json in
            json.wrapped("profile") { $0.profile(person, isFollowed: isFollowed, call.era) }
        }
    }
}
