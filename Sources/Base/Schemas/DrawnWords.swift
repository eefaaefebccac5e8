internal import MockPostlyAssets
internal import MockPostlyJSON

/// The words of which values are drawn.
enum DrawnWords {
    /// The people of the program's own content.
    static let people: [Person] = {
        let file = Assets.seed.first { $0.path.hasSuffix("people.json") }
        guard let file, let root = try? JSON(parsing: file.bytes).root else { return [] }
        return (root["users"]?.elements ?? []).compactMap { user in
            guard let name = user["name"]?.string, let email = user["email"]?.string else {
                return nil
            }
            return Person(name: name, email: email)
        }
    }()

    struct Person: Sendable {
        let name: String
        let email: String

        var first: String { String(name.split(separator: " ").first ?? "") }
        var last: String { String(name.split(separator: " ").last ?? "") }
        var login: String { String(email.split(separator: "@").first ?? "") }
    }

    struct City: Sendable {
        let name: String
        let country: String
        let code: String
        let currency: String
        let zip: String
        let latitude: Double
        let longitude: Double
    }

    static let cities = [
        City(
            name: "Lisbon",
            country: "Portugal",
            code: "PT",
            currency: "EUR",
            zip: "1100-148",
            latitude: 38.7223,
            longitude: -9.1393
        ),
        City(
            name: "Oslo",
            country: "Norway",
            code: "NO",
            currency: "NOK",
            zip: "0150",
            latitude: 59.9139,
            longitude: 10.7522
        ),
        City(
            name: "Kyoto",
            country: "Japan",
            code: "JP",
            currency: "JPY",
            zip: "604-8571",
            latitude: 35.0116,
            longitude: 135.7681
        ),
        City(
            name: "Toronto",
            country: "Canada",
            code: "CA",
            currency: "CAD",
            zip: "M5H 2N2",
            latitude: 43.6532,
            longitude: -79.3832
        ),
        City(
            name: "Nairobi",
            country: "Kenya",
            code: "KE",
            currency: "KES",
            zip: "00100",
            latitude: -1.2921,
            longitude: 36.8219
        ),
        City(
            name: "Lima",
            country: "Peru",
            code: "PE",
            currency: "PEN",
            zip: "15001",
            latitude: -12.0464,
            longitude: -77.0428
        ),
        City(
            name: "Auckland",
            country: "New Zealand",
            code: "NZ",
            currency: "NZD",
            zip: "1010",
            latitude: -36.8509,
            longitude: 174.7645
        ),
        City(
            name: "Bremen",
            country: "Germany",
            code: "DE",
            currency: "EUR",
            zip: "28195",
            latitude: 53.0793,
            longitude: 8.8017
        ),
    ]

    static let titles = [
        "Autumn plan", "Garden notes", "Harbour walk", "Morning list", "Paper boats",
        "River survey", "Spring market", "Stone bridge", "Travel kit", "Winter reading",
        "Workshop hours", "Yearly review",
    ]

    static let sentences = [
        "A short note about what was decided and why.",
        "Everything that is needed is in one place.",
        "It was checked twice and found in order.",
        "The first part is done, the second one has begun.",
        "Three of them are ready and one is on its way.",
        "What is left can wait until next week.",
    ]

    static let words = [
        "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "inlet", "juniper",
        "kelp", "larch",
    ]

    static let colors = ["#2f6fab", "#3a7d44", "#b5541c", "#7a4fa0", "#c0392b", "#1f8a8a"]

    static let companies = [
        "Birch & Tide", "Cedar Works", "Fjord Letters", "Heron Tools", "Larch Studio", "Quay Nine",
    ]
}
