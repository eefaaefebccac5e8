internal import MockPostlyDialect
internal import MockPostlyJSON
internal import WreelyContent

extension WreelyEvent {
    /// Writes the event as `viewer` sees it.
    func write(_ json: inout JSONWriter, _ site: Site, for viewer: WreelyMember.ID) {
        json.beginObject()
        json.field("id", id)
        json.field("title", title)
        json.field("start_time", startsAt)
        json.field("end_time", endsAt)
        json.field("description", description)
        json.field("vendor_id", workspace)
        json.field("header_image_url", site.link(imageURL))
        json.field("total_rsvp", attendees.count)
        // A Boolean for the Android app; the iOS app reads a number too.
        json.field("is_attending", attendees.contains { $0.id == viewer })
        json.list("attendees", attendees) { person, json in
            json.beginObject()
            json.field("id", person.id)
            json.field("name", person.name)
            json.field("profile_image", site.link(person.pictureURL, .portrait))
            json.endObject()
        }
        json.endObject()
    }
}
