internal import MockPostlyJSON
internal import WreelyContent

extension WreelyCompany {
    func write(_ json: inout JSONWriter, _ site: Site) {
        json.beginObject()
        json.field("id", id)
        json.field("name", name)
        // The workspace; a text here.
        json.field("user_id", "\(workspace)")
        json.key("contact_member_id")
        if let contact { json.int(contact.id) } else { json.null() }
        json.field("contact_person_email_id", contact?.email ?? "")
        json.field("contact_person_name", contact?.name ?? "")
        json.field("contact_person_number", contact?.mobile ?? "")
        json.field("status", status)
        json.field("website", website)
        json.field("about", about)
        json.bit("isDeleted", isDeleted)
        json.field("company_logo_url", site.link(logoURL))
        json.endObject()
    }
}
