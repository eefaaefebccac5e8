internal import MockPostlyJSON
internal import WreelyContent

extension WreelyPlace {
    /// The path of the picture of a place without one.
    private static let usualPicture = "/wreely/pictures/place.jpg"

    /// Writes a place of the directory around `center`; all values are texts, numbers too.
    func write(_ json: inout JSONWriter, _ site: Site, around center: Point) {
        let place = center.moved(bearing: Double(bearing), meters: Double(distance))
        json.beginObject()
        json.field("cs_id", "\(id)")
        json.field("NAME", name)
        json.field("address", address)
        json.field("postal_area", postalArea)
        json.field("city", city)
        json.field("state", state)
        json.field("country", country)
        json.field("latitude", Point.text(place.latitude))
        json.field("longitude", Point.text(place.longitude))
        // The app opens these without asking whether they are URLs.
        json.field("image", site.link(imageURL.isEmpty ? Self.usualPicture : imageURL))
        json.field("cw_url", url.isEmpty ? site.text : site.link(url))
        json.field("currency", currency)
        json.field("day_price", dayPrice)
        json.field("week_price", weekPrice)
        json.field("month_price", monthPrice)
        json.field("description", description)
        json.field("star_rating", starRating)
        json.field("num_reviews", "\(reviews)")
        json.field("max_capacity", "\(capacity)")
        json.field("private_rooms", "\(privateRooms)")
        json.field("meeting_rooms", "\(meetingRooms)")
        json.field(
            "additional_images",
            additionalImageURLs.map { site.link($0) }.joined(separator: ",")
        )
        json.endObject()
    }
}
