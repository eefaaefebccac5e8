// Made by scripts/contract-lines of the transcripts in Tests/Contracts; changes are lost.

internal import MockPostlyDrift

extension DriftScenario {
    static let lines = """
        wreely/companies/list GET /services/v2/*/companies?access_token={{login.user.access_token}}: wreely/companies/list 3 5 200 content-type
        wreely/login/log-in GET /services/v2/validate/session?access_token={{login.user.access_token}}: wreely/login/log-in 35 37 200
        wreely/members/list GET /services/v2/*/members?access_token={{login.user.access_token}}: wreely/members/list 3 5 200 content-type
        wreely/members/own GET /services/v2/member?access_token={{login.user.access_token}}: wreely/members/own 3 5 200 content-type
        wreely/rooms/list GET /services/v2/*/meetingrooms?access_token={{login.user.access_token}}: wreely/rooms/list 3 5 200 content-type
        wreely/tokens/missing GET /services/v2/member: wreely/tokens/missing 3 5 400 content-type
        wreely/tokens/unknown GET /services/v2/member?access_token=none: wreely/tokens/unknown 3 5 401 content-type
        wreely/v1/log-in POST /services/v1/user/login: wreely/v1/log-in 3 8 200 content-type, wreely/v1/log-in 13 18 400
        wreely/vendors/list GET /services/v2/vendors?access_token={{login.user.access_token}}: wreely/vendors/list 3 5 200 content-type
        wreely/wall/list GET /services/v2/*/memberwalls/per_page=3&page_number=1?access_token={{login.user.access_token}}: wreely/wall/list 3 5 200 content-type
        """

    static let routes = """
        GET /services/v2/events/attend/{values}: wreely/events/attend-refused 3 5 400 content-type, wreely/events/attend 3 5 200 content-type
        GET /services/v2/events/unattend/{values}: wreely/events/attend-refused 16 18 400, wreely/events/attend 22 24 200
        GET /services/v2/member: wreely/empty/lists 19 21 401, wreely/login/log-in 23 25 200, wreely/tokens/missing 3 5 400 content-type
        GET /services/v2/member/follow/{id}: wreely/members/follow 3 5 200 content-type, wreely/members/follow 16 18 400
        GET /services/v2/member/unfollow/{id}: wreely/members/follow 10 12 200
        GET /services/v2/member/update/firebase/{values}: wreely/members/firebase-key 3 5 200 content-type, wreely/members/firebase-key 16 18 400
        GET /services/v2/member/{id}: wreely/members/one 3 5 200 content-type, wreely/members/one 11 13 400
        GET /services/v2/validate/session: wreely/login/log-in 35 37 200, wreely/tokens/missing 16 18 400, wreely/tokens/unknown 10 12 401
        GET /services/v2/vendors: wreely/login/log-in 29 31 200, wreely/tokens/unknown 23 25 401
        GET /services/v2/workspaces/nearby/{values}: wreely/empty/lists 13 15 200
        GET /services/v2/{vendor}/companies: wreely/companies/list 3 5 200 content-type, wreely/vendors/foreign 16 18 400
        GET /services/v2/{vendor}/companies/{id}/members: wreely/companies/members 3 5 200 content-type, wreely/companies/members 17 19 400
        GET /services/v2/{vendor}/events/{values}: wreely/events/attend 16 18 200
        GET /services/v2/{vendor}/meetingroom/bookings/cancel/{values}: wreely/rooms/book 41 43 400, wreely/rooms/book 47 49 200
        GET /services/v2/{vendor}/meetingroom/bookings/history/{values}: wreely/rooms/book 19 21 200, wreely/rooms/history 29 31 400
        GET /services/v2/{vendor}/meetingroom/bookings/{values}: wreely/rooms/book-outside-hours 22 24 200, wreely/rooms/cancel-refused 22 24 400
        GET /services/v2/{vendor}/meetingroom/dashboard: wreely/rooms/book 25 27 200
        GET /services/v2/{vendor}/meetingrooms: wreely/rooms/list 3 5 200 content-type
        GET /services/v2/{vendor}/members: wreely/members/list 3 5 200 content-type, wreely/tokens/unknown 17 19 401, wreely/vendors/foreign 3 5 400 content-type
        GET /services/v2/{vendor}/memberwalls/comments/delete/{values}: wreely/wall/delete-comment 3 5 200 content-type
        GET /services/v2/{vendor}/memberwalls/comments/{values}: wreely/wall/comment 23 25 200, wreely/wall/comments 36 38 400
        GET /services/v2/{vendor}/memberwalls/delete/{values}: wreely/wall/delete 4 6 200 content-type, wreely/wall/delete 35 37 400
        GET /services/v2/{vendor}/memberwalls/likes/delete/{values}: wreely/wall/delete-like 3 5 200 content-type, wreely/wall/delete-like 28 30 400
        GET /services/v2/{vendor}/memberwalls/likes/{values}: wreely/wall/delete-like 10 12 200, wreely/wall/likes 22 24 400
        GET /services/v2/{vendor}/memberwalls/{values}: wreely/routing/unknown 34 36 400, wreely/wall/comment 29 31 200
        GET /wreely/pictures/{file}: wreely/pictures/show 3 5 200 content-type, wreely/pictures/show 18 20 400
        POST /services/v1/user/devicetoken: wreely/v1/device-token 3 8 200 content-type, wreely/v1/device-token 13 18 400
        POST /services/v1/user/forgotpass/change: wreely/tokens/unknown 38 43 401, wreely/v1/forgotten-password 32 37 200, wreely/v1/forgotten-password 86 91 400
        POST /services/v1/user/forgotpass/email: wreely/v1/forgotten-password 4 9 200 content-type, wreely/v1/forgotten-password 59 64 400
        POST /services/v1/user/login: wreely/v1/forgotten-password 41 46 400, wreely/v1/forgotten-password 50 55 200
        POST /services/v1/user/randomcode/confirmation: wreely/v1/forgotten-password 14 19 200, wreely/v1/forgotten-password 23 28 400
        POST /services/v1/user/registration: wreely/empty/lists 25 30 400, wreely/v1/registration 4 9 200 content-type
        POST /services/v2/member/login: wreely/empty/lists 3 8 400 content-type, wreely/login/code-is-too-old 4 9 200 content-type
        POST /services/v2/member/login/confirmation: wreely/login/code-is-too-old 15 20 400, wreely/login/code-is-too-old 34 39 200
        POST /services/v2/member/update: wreely/members/update-refused 3 8 400 content-type, wreely/members/update-refused 41 46 200
        POST /services/v2/user/update: wreely/members/update-refused 59 64 400, wreely/members/update 19 24 200
        POST /services/v2/{vendor}/meetingroom/bookings: wreely/rooms/book-outside-hours 3 8 200 content-type, wreely/rooms/book-outside-hours 13 18 400
        POST /services/v2/{vendor}/memberwalls: wreely/vendors/foreign 28 33 400, wreely/wall/create 3 8 200 content-type
        POST /services/v2/{vendor}/memberwalls/comments: wreely/tokens/missing 22 27 400, wreely/wall/comment 3 8 200 content-type
        POST /services/v2/{vendor}/memberwalls/likes: wreely/tokens/places 10 15 200, wreely/tokens/unknown 29 34 401, wreely/wall/like-refused 3 8 400 content-type
        """
}
