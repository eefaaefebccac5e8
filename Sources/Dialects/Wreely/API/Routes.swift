package import MockPostlyHTTP

extension Wreely {
    /// The whole API; all paths are the same under `/wreely/` and `/wreely/services/` in place
    /// of `/services/`.
    ///
    /// `{values}` is a segment such as `per_page=10&page_number=1`, which may be missing.
    package static let routes: [Route<Call>] = [
        .post("/services/v2/member/login", "send a login code to a mobile number", Login.sendCode),
        .post(
            "/services/v2/member/login/confirmation",
            "a token for a login code",
            Login.confirm
        ),
        .get("/services/v2/validate/session", "whether a token is good", Login.validateSession),

        .get("/services/v2/member", "the member of the token", Members.own),
        .get("/services/v2/member/{id}", "one member of the own workspace", Members.show),
        .post("/services/v2/member/update", "change one's own profile", Members.update),
        .post("/services/v2/user/update", "the same as member/update", Members.update),
        .get(
            "/services/v2/member/update/firebase/{values}",
            "keep the app's Firebase key",
            Members.setFirebaseKey
        ),
        .get("/services/v2/member/follow/{id}", "answered, without effect", Members.follow),
        .get("/services/v2/member/unfollow/{id}", "answered, without effect", Members.follow),
        .get("/services/v2/vendors", "the member's workspace", Companies.vendors),
        .get(
            "/services/v2/workspaces/nearby/{values}",
            "co-working spaces around a point",
            Nearby.list
        ),

        .get("/services/v2/events/attend/{values}", "attend an event", Events.attend),
        .get("/services/v2/events/unattend/{values}", "cancel one's attendance", Events.unattend),

        .get("/services/v2/{vendor}/members", "the members of a workspace", Members.list),
        .get("/services/v2/{vendor}/companies", "the companies in a workspace", Companies.list),
        .get(
            "/services/v2/{vendor}/companies/{id}/members",
            "the members of a company",
            Members.ofCompany
        ),
        .get("/services/v2/{vendor}/events/{values}", "the events of a workspace", Events.list),

        .get(
            "/services/v2/{vendor}/memberwalls/{values}",
            "a page of the wall, newest first",
            Wall.list
        ),
        .post("/services/v2/{vendor}/memberwalls", "a new post on the wall", Wall.create),
        .get(
            "/services/v2/{vendor}/memberwalls/delete/{values}",
            "delete one's own post",
            Wall.delete
        ),
        .get(
            "/services/v2/{vendor}/memberwalls/comments/{values}",
            "the comments of a post, oldest first",
            WallComments.list
        ),
        .post(
            "/services/v2/{vendor}/memberwalls/comments",
            "a new comment",
            WallComments.create
        ),
        .get(
            "/services/v2/{vendor}/memberwalls/comments/delete/{values}",
            "delete one's own comment",
            WallComments.delete
        ),
        .get(
            "/services/v2/{vendor}/memberwalls/likes/{values}",
            "the likes of a post",
            WallLikes.list
        ),
        .post(
            "/services/v2/{vendor}/memberwalls/likes",
            "toggle one's like of a post",
            WallLikes.toggle
        ),
        .get(
            "/services/v2/{vendor}/memberwalls/likes/delete/{values}",
            "remove one's own like",
            WallLikes.delete
        ),

        .get(
            "/services/v2/{vendor}/meetingrooms",
            "the meeting rooms of a workspace",
            MeetingRooms.list
        ),
        .get(
            "/services/v2/{vendor}/meetingroom/dashboard",
            "the member's use of rooms in this month",
            MeetingRooms.dashboard
        ),
        .get(
            "/services/v2/{vendor}/meetingroom/bookings/{values}",
            "the quarter hours of a room on a day",
            MeetingRooms.slots
        ),
        .post(
            "/services/v2/{vendor}/meetingroom/bookings",
            "book a room",
            MeetingRooms.book
        ),
        .get(
            "/services/v2/{vendor}/meetingroom/bookings/history/{values}",
            "the member's bookings",
            MeetingRooms.history
        ),
        .get(
            "/services/v2/{vendor}/meetingroom/bookings/cancel/{values}",
            "cancel one's own booking",
            MeetingRooms.cancel
        ),

        .post("/services/v1/user/login", "a token for e-mail and password", slow: Staff.logIn),
        .post("/services/v1/user/registration", "a new account", slow: Staff.register),
        .post(
            "/services/v1/user/forgotpass/email",
            "send a code to an e-mail address",
            Staff.sendCode
        ),
        .post(
            "/services/v1/user/randomcode/confirmation",
            "a token for this code",
            Staff.confirm
        ),
        .post(
            "/services/v1/user/forgotpass/change",
            "a new password",
            slow: Staff.changePassword
        ),
        .post("/services/v1/user/devicetoken", "answered, without effect", Staff.noteDevice),

        Route(.get, "/wreely/pictures/{file}", "a picture of the seed, as JPEG", Pictures.show),
    ]

    /// The ends of the patterns whose answers depend on the content and the target only, in which the
    /// access token is.
    private static let repeatableEnds = [
        "/memberwalls/{values}", "/comments/{values}", "/likes/{values}", "/members",
        "/companies", "/events/{values}", "/meetingrooms", "/vendors", "/v2/member",
    ]

    /// The indexes of the routes whose answers are repeatable.
    static let repeatable = Set(
        routes.indices.filter { index in
            routes[index].method == .get
                && repeatableEnds.contains { routes[index].pattern.hasSuffix($0) }
        }
    )
}
