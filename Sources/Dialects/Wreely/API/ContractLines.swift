// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        wreely/companies/list GET /services/v2/*/companies?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/login/log-in GET /services/v2/validate/session?access_token={{login.user.access_token}}: 35 37 200
        wreely/members/list GET /services/v2/*/members?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/members/own GET /services/v2/member?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/rooms/list GET /services/v2/*/meetingrooms?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/tokens/missing GET /services/v2/member: 3 5 400 content-type
        wreely/tokens/unknown GET /services/v2/member?access_token=none: 3 5 401 content-type
        wreely/v1/log-in POST /services/v1/user/login: 3 8 200 content-type, 13 18 400
        wreely/vendors/list GET /services/v2/vendors?access_token={{login.user.access_token}}: 3 5 200 content-type
        wreely/wall/list GET /services/v2/*/memberwalls/per_page=3&page_number=1?access_token={{login.user.access_token}}: 3 5 200 content-type
        """
}
