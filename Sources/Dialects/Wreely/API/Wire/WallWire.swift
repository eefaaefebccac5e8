internal import MockPostlyDialect
internal import MockPostlyJSON
internal import WreelyContent

extension WreelyPost {
    func write(_ json: inout JSONWriter, _ site: Site) {
        let image = site.link(imageURL)
        json.beginObject()
        json.field("id", id)
        json.field("name", author.name)
        json.field("member_id", author.id)
        json.field("member_profile_image", site.link(author.pictureURL, .portrait))
        json.field("status_image", image)
        json.list("status_images", image.isEmpty ? [] : [image]) { $1.string($0) }
        json.field("status_text", text)
        json.field("vendor_id", workspace)
        json.field("date", createdAt)
        json.field("number_of_likes", likes)
        // With three m, as the client reads it.
        json.field("number_of_commment", comments)
        json.field("is_liked_by_me", isLiked)
        json.endObject()
    }
}

extension WreelyComment {
    func write(_ json: inout JSONWriter, _ site: Site) {
        json.beginObject()
        json.field("id", id)
        json.field("post_id", post)
        json.field("date", createdAt)
        json.field("comment", text)
        author.write(&json, site)
        json.endObject()
    }
}

extension WreelyLike {
    func write(_ json: inout JSONWriter, _ site: Site) {
        json.beginObject()
        json.field("id", id)
        json.field("post_id", post)
        member.write(&json, site)
        json.endObject()
    }
}
