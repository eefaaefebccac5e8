internal import MockPostlyDrift

extension DriftScenario {
    private static let token = "access_token={{login.user.access_token}}"
    private static let vendor = "/services/v2/{{vendors.vendors[0].id}}"

    /// Wreely: refusals, the older login by e-mail, and the lists of a workspace.
    static let wreely = DriftScenario(
        "wreely",
        refusals + reads,
        lines,
        routes: routes,
        nullable: ["company_id", "profile_pic_url", "website_url", "about_me", "occupation"]
    )

    private static let refusals = [
        read("no-token", "GET /services/v2/member")
            .shows("a token is needed", "wreely/tokens/missing"),
        read("bad-token", "GET /services/v2/member?access_token=none")
            .shows("an unknown token logs out", "wreely/tokens/unknown"),
        send(
            "login-wrong",
            "POST /services/v1/user/login",
            #"{"email":"nobody-{{unique}}@example.com","password":"low-tide"}"#,
            writes: false
        ).shows("a wrong login", "wreely/v1/log-in"),
        send(
            "login",
            "POST /services/v1/user/login",
            #"{"email":"{{email}}","password":"{{password}}"}"#,
            content: .person,
            writes: false
        ).shows("a login answers a token and the person", "wreely/v1/log-in"),
    ]

    private static let reads = [
        read("session", "GET /services/v2/validate/session?\(token)")
            .shows("whether a token is good", "wreely/login/log-in"),
        read("member", "GET /services/v2/member?\(token)", content: .person)
            .shows("the member of a token", "wreely/members/own"),
        read("vendors", "GET /services/v2/vendors?\(token)", content: .own)
            .shows("the workspaces of a member", "wreely/vendors/list"),
        read("members", "GET \(vendor)/members?\(token)", content: .own)
            .shows("the members of a workspace", "wreely/members/list"),
        read("companies", "GET \(vendor)/companies?\(token)", content: .own)
            .shows("the companies in a workspace", "wreely/companies/list"),
        read("wall", "GET \(vendor)/memberwalls/per_page=3&page_number=1?\(token)", content: .own)
            .shows("a page of the wall, newest first", "wreely/wall/list"),
        read("rooms", "GET \(vendor)/meetingrooms?\(token)", content: .own)
            .shows("the meeting rooms of a workspace", "wreely/rooms/list"),
    ]
}
