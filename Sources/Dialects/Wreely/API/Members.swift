internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns
internal import WreelyContent

/// The own account, and the members of a workspace.
enum Members {
    static func own(_ request: Request, _ call: Call) throws -> Response {
        try own(try call.api.member(of: request), call)
    }

    private static func own(_ member: WreelyMember, _ call: Call) throws -> Response {
        let workspace = try call.api.companies.workspace(member.workspace)
        return .json { json in
            json.key("user")
            member.writeOwn(&json, site: call.site, workspace: workspace)
        }
    }

    static func show(_ request: Request, _ call: Call) throws -> Response {
        let viewer = try call.api.member(of: request)
        guard let member = try call.api.members.find(call.number("id")),
            member.workspace == viewer.workspace
        else { throw Failure.unknownMember }
        return .json { json in
            json.key("member")
            member.write(&json, call.site)
        }
    }

    static func list(_ request: Request, _ call: Call) throws -> Response {
        let workspace = try call.api.visit(request, call).workspace
        return list(
            try call.api.members.all(in: workspace),
            // A company that was deleted still has its members.
            of: try call.api.companies.all(ofMembersIn: workspace),
            call
        )
    }

    static func ofCompany(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        guard let company = try call.api.companies.find(call.number("id")), !company.isDeleted,
            company.workspace == visit.workspace
        else { throw Failure.unknownCompany }
        return list(try call.api.members.all(of: company.id), of: [company], call)
    }

    private static func list(
        _ members: [WreelyMember],
        of companies: [WreelyCompany],
        _ call: Call
    ) -> Response {
        let companies = Dictionary(uniqueKeysWithValues: companies.map { ($0.id, $0) })
        return .list("members", members) {
            $0.writeListed(&$1, site: call.site, companies: companies)
        }
    }

    /// Changes the profile; what the client sends besides, such as ids, is ignored.
    static func update(_ request: Request, _ call: Call) throws -> Response {
        let member = try call.api.member(of: request)
        let body = try RequestBody(request)
        var profile = WreelyProfile()
        if let name = body["name"] {
            try body.require("name")
            profile.name = name.trimmed
        }
        profile.occupation = body["occupation"]
        profile.about = body["about_me"]
        profile.pictureURL = try body.link("profile_pic_url").map(call.site.stored)
        profile.website = try body.link("website_url")
        profile.twitter = try body.link("twitter_url")
        profile.linkedin = try body.link("linkedin_url")
        profile.instagram = try body.link("instagram_url")
        profile.facebook = try body.link("facebook_url")
        guard let changed = try call.api.members.change(profile, of: member.id) else {
            throw Failure.somethingWrong
        }
        return try own(changed, call)
    }

    static func setFirebaseKey(_ request: Request, _ call: Call) throws -> Response {
        let member = try call.api.member(of: request)
        guard let key = call.values["firebase_key"].map(\.trimmed), !key.isEmpty else {
            throw Failure.missingValue("firebase_key")
        }
        _ = try call.api.members.set(firebaseKey: key, of: member.id)
        return .json { json in
            json.field("error", false)
            json.field("message", "Firebase key successfully updated.")
        }
    }

    /// Following changes nothing that a client could see.
    static func follow(_ request: Request, _ call: Call) throws -> Response {
        let viewer = try call.api.member(of: request)
        guard let member = try call.api.members.find(call.number("id")),
            member.workspace == viewer.workspace
        else { throw Failure.unknownMember }
        return .done
    }
}
