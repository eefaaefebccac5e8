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
        try work.connection.all(
            """
            SELECT id, bearing, distance, name, description, address, postal_area, city, state,
                country, image_url, images, url, currency, day_price, week_price, month_price,
                star_rating, reviews, capacity, private_rooms, meeting_rooms
            FROM wreely_place
            ORDER BY distance, id
            """,
            [],
            WreelyPlace.init
        )
    }
}

extension WreelyPlace {
    /// Reads all columns in the order of the table.
    init(_ row: borrowing Row) {
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
