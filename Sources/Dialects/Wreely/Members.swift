internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyNouns

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
        let visit = try call.api.visit(request, call)
        return try list(try call.api.members.all(in: visit.workspace), visit: visit, call)
    }

    static func ofCompany(_ request: Request, _ call: Call) throws -> Response {
        let visit = try call.api.visit(request, call)
        guard let company = try call.api.companies.find(call.number("id")), !company.isDeleted,
            company.workspace == visit.workspace
        else { throw Failure.unknownCompany }
        return try list(try call.api.members.all(of: company.id), visit: visit, call)
    }

    private static func list(
        _ members: [WreelyMember],
        visit: Visit,
        _ call: Call
    ) throws -> Response {
        var companies: [WreelyCompany.ID: WreelyCompany] = [:]
        // A company that was deleted still has its members.
        for id in Set(members.compactMap { $0.company?.id }) {
            companies[id] = try call.api.companies.find(id)
        }
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
            profile.name = trimmed(name)
        }
        profile.occupation = body["occupation"]
        profile.about = body["about_me"]
        profile.pictureURL = try link(body, "profile_pic_url").map { stored($0, call) }
        profile.website = try link(body, "website_url")
        profile.twitter = try link(body, "twitter_url")
        profile.linkedin = try link(body, "linkedin_url")
        profile.instagram = try link(body, "instagram_url")
        profile.facebook = try link(body, "facebook_url")
        guard let changed = try call.api.members.change(profile, of: member.id) else {
            throw Failure.somethingWrong
        }
        return try own(changed, call)
    }

    /// A URL in the body, which the app opens when it is tapped; nil when it is missing.
    private static func link(_ body: RequestBody, _ name: String) throws(Failure) -> String? {
        guard let link = body[name].map(trimmed) else { return nil }
        guard link.isEmpty || link.isWebAddress else { throw .badLink(name) }
        return link
    }

    /// A picture of this server as its path, so that it leads to this server under any name.
    static func stored(_ link: String, _ call: Call) -> String {
        let site = call.site.text
        return link.hasPrefix(site + "/wreely/pictures/")
            ? String(link.dropFirst(site.count)) : link
    }

    static func setFirebaseKey(_ request: Request, _ call: Call) throws -> Response {
        let member = try call.api.member(of: request)
        guard let key = call.values["firebase_key"].map(trimmed), !key.isEmpty else {
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
