internal import MockPostlyContent
internal import MockPostlyNouns
internal import MockPostlySQLite

extension ContentTable {
    static let wreelyPlace = ContentTable(
        "wreely_place",
        columns: [
            .init("id", .id),
            .init(
                "bearing",
                .number(0...359),
                seed: .required("bearing", .number(0...359), "Degrees clockwise from north.")
            ),
            .init(
                "distance",
                .number(0...20_000_000),
                seed: .required("distance", .number(0...20_000_000), "Metres from where one asks.")
            ),
            .init("name", .text, seed: .required("name", .filledText, "What it is called.")),
            .init("description", .text, seed: .text("description", "What it is like.")),
            .init("address", .text, seed: .text("address", "Street and number.")),
            .init("postal_area", .text, seed: .text("postalArea", "The postal code.")),
            .init("city", .text, seed: .text("city", "The city.")),
            .init("state", .text, seed: .text("state", "The state.")),
            .init("country", .text, seed: .text("country", "The country.")),
            .init("image_url", .link, seed: .text("imageUrl", .wreelyOpenedLink, "A picture.")),
            .init(
                "images",
                .linksWithoutCommas,
                seed: .text("images", .wreelyLinksWithoutCommas, "Further pictures.")
            ),
            .init("url", .link, seed: .text("url", .wreelyOpenedLink, "Its page.")),
            .init(
                "currency",
                .text,
                seed: .text("currency", "As the app shows it before prices, such as `INR`.")
            ),
            .init("day_price", .text, seed: .text("dayPrice", "The price of a day.")),
            .init("week_price", .text, seed: .text("weekPrice", "The price of a week.")),
            .init("month_price", .text, seed: .text("monthPrice", "The price of a month.")),
            .init("star_rating", .text, seed: .text("starRating", "Its stars, such as `4.5`.")),
            .init("reviews", .count, seed: .count("reviews", "How many people have judged it.")),
            .init("capacity", .count, seed: .count("capacity", "How many people it holds.")),
            .init(
                "private_rooms",
                .count,
                seed: .count("privateRooms", "How many offices it has.")
            ),
            .init(
                "meeting_rooms",
                .count,
                seed: .count("meetingRooms", "How many meeting rooms it has.")
            ),
        ],
        seed: SeedRows("wreelyPlace", "place")
    )
}
