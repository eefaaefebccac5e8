internal import MockPostlyJSON
internal import WreelyContent

extension WreelyWorkspace {
    /// Writes a workspace, which the API calls a vendor.
    func write(_ json: inout JSONWriter, _ site: Site) {
        json.beginObject()
        json.field("id", id)
        json.field("name", name)
        json.field("email_id", email)
        json.field("vendor_logo_url", site.link(logoURL))
        json.field("total_member", members)
        json.endObject()
    }
}
