internal import MockPostlyDialect
internal import MockPostlyJSON
internal import WreelyContent

extension WreelyMember {
    /// Writes the member, then the members of the object that `more` writes.
    func write(
        _ json: inout JSONWriter,
        _ site: Site,
        more: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.beginObject()
        json.field("id", id)
        json.field("name", name)
        json.field("contact_no", mobile)
        json.field("email_id", email)
        json.field("occupation", occupation)
        // Numbers as texts: the iOS app reads a text, the Android app the number in it.
        json.field("membership_type_id", membershipType.isMembershipType ? membershipType : "0")
        json.field("about_me", about)
        json.field("profile_pic_url", site.link(pictureURL, .portrait))
        json.key("company_id")
        if let company { json.string("\(company.id)") } else { json.null() }
        json.field("company_name", company?.name ?? "")
        json.field("website_url", website)
        json.field("twitter_url", twitter)
        json.field("linkedin_url", linkedin)
        json.field("instagram_url", instagram)
        json.field("facebook_url", facebook)
        json.field("member_fir_key", firebaseKey)
        json.field("created_dtm", createdAt)
        more(&json)
        json.endObject()
    }

    /// Writes the member's own account, with its workspace.
    func writeOwn(_ json: inout JSONWriter, site: Site, workspace: WreelyWorkspace?) {
        write(&json, site) { json in
            json.list("vendors", workspace.map { [$0] } ?? []) { workspace, json in
                json.beginObject()
                json.field("id", workspace.id)
                json.field("name", workspace.name)
                json.field("email_id", workspace.email)
                json.endObject()
            }
        }
    }

    /// Writes the member as an element of a list, with the company out of `companies`.
    func writeListed(
        _ json: inout JSONWriter,
        site: Site,
        companies: [WreelyCompany.ID: WreelyCompany]
    ) {
        write(&json, site) { json in
            let own = company.flatMap { companies[$0.id] }
            json.list("companies", own.map { [$0] } ?? []) { $0.write(&$1, site) }
        }
    }
}

extension WreelyPerson {
    /// Writes the members `id`, `name` and picture of somebody beside other things.
    func write(_ json: inout JSONWriter, _ site: Site) {
        json.field("member_id", id)
        json.field("member_name", name)
        json.field("member_profile_image", site.link(pictureURL, .portrait))
    }
}
