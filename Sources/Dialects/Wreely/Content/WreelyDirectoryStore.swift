package import MockPostlyContent
internal import MockPostlySQLite

/// The public directory of co-working spaces, as one world has it.
package struct WreelyDirectoryStore {
    let work: UnitOfWork

    package init(_ work: UnitOfWork) {
        self.work = work
    }

    /// All places, nearest first.
    ///
    /// Of equal distances, in the order of the ids.
    package func all() throws -> [WreelyPlace] {
        var places: [WreelyPlace] = []
        try work.connection.forEach(Self.nearestFirst) { places.append(WreelyPlace($0)) }
        return places
    }

    private static let nearestFirst = ContentTable.wreelyPlace.select(orderedBy: "distance", "id")
}

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

extension WreelyPlace {
    /// Reads all columns in the order of the table.
    fileprivate init(_ row: borrowing Row) {
        self.init(
            id: row.int(0),
            bearing: row.int(1),
            distance: row.int(2),
            name: row.text(3),
            description: row.text(4),
            address: row.text(5),
            postalArea: row.text(6),
            city: row.text(7),
            state: row.text(8),
            country: row.text(9),
            imageURL: row.text(10),
            additionalImageURLs: WreelyLines.list(of: row.text(11)),
            url: row.text(12),
            currency: row.text(13),
            dayPrice: row.text(14),
            weekPrice: row.text(15),
            monthPrice: row.text(16),
            starRating: row.text(17),
            reviews: row.int(18),
            capacity: row.int(19),
            privateRooms: row.int(20),
            meetingRooms: row.int(21)
        )
    }
}
