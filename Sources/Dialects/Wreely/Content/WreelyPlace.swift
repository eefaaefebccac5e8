/// A co-working space of the public directory; it lies around whatever point is asked for.
package struct WreelyPlace: Sendable, Equatable {
    package var id: Int64
    /// Degrees clockwise from north, 0 to 359.
    package var bearing: Int64
    /// Metres from the asked point.
    package var distance: Int64
    package var name: String
    package var description: String
    package var address: String
    package var postalArea: String
    package var city: String
    package var state: String
    package var country: String
    /// A URL, or a path of this server.
    package var imageURL: String
    /// URLs, or paths of this server.
    package var additionalImageURLs: [String]
    /// A page about the place; empty for none.
    package var url: String
    /// As the app shows it before prices, such as `INR`.
    package var currency: String
    /// The prices are texts, as the original sends them; empty for none.
    package var dayPrice: String
    package var weekPrice: String
    package var monthPrice: String
    /// A text such as `4.5`.
    package var starRating: String
    /// The numbers from here on are 0 or more.
    package var reviews: Int64
    package var capacity: Int64
    package var privateRooms: Int64
    package var meetingRooms: Int64

    /// ``distance`` in miles of 1609.344 metres.
    package var miles: Double { Double(distance) / 1609.344 }
}
