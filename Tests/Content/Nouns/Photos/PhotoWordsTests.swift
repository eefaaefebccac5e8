import Testing

@testable import MockPostlyNouns
@testable import PexelsContent

/// Words, and which photographs have them.
@Suite
struct PhotoWordsTests {
    private static func photo(
        _ id: Int,
        _ title: String,
        _ alt: String = "",
        by photographer: String = "",
        _ tags: [String] = []
    ) -> Photo {
        Photo(
            id: id,
            title: title,
            alt: alt,
            photographer: Photo.Photographer(id: 1, name: photographer),
            width: 1,
            height: 1,
            color: RGB(0),
            tags: tags,
            seed: 1
        )
    }

    private let words = PhotoWords([
        photo(0, "Red Boats", "Two boats on a lake", by: "Ada Fox"),
        photo(1, "Harbour", "A harbour with red sails", by: "Bo Berg", ["boat"]),
        photo(2, "Fox", "A fox", by: "Cy Dale", ["wild animals"]),
        photo(3, "Berries", "Café table"),
        photo(4, "Boxes and Glasses", "Houses behind glass"),
    ])

    @Test(
        arguments: [
            ("fox", [2, 0]), ("FOX!", [2, 0]), ("boat", [0, 1]), ("boats", [0, 1]),
            ("red", [0, 1]), ("red boat lake", [0, 1]), ("red harbour", [1, 0]), ("animal", [2]),
            ("wild", [2]), ("dale", [2]), ("berry", [3]), ("CAFÉ", [3]), ("box", [4]),
            ("glass", [4]), ("house", [4]), ("house box berry", [4, 3]), ("the of a", []), ("", []),
            ("bo", [1]), ("fo", []), ("lake; quokka", [0]), ("quokka", []), ("?", []),
        ] as [(String, [Int])]
    )
    func `what a text finds, the best first`(text: String, found: [Int]) {
        #expect(words.search(text) == found)
    }

    @Test(
        arguments: [
            ("Mountains and lakes", ["mountain", "lake"]), ("a  A", []),
            ("berries glasses boxes churches dishes", ["berry", "glass", "box", "church", "dish"]),
            ("bus this glass as gas", ["bus", "this", "glass", "as", "gas"]),
            ("carpenter's", ["carpenter"]), ("été 2026 東京", ["été", "2026", "東京"]),
            ("sunny-day/sea_air", ["sunny", "day", "sea", "air"]),
        ] as [(String, Set<String>)]
    )
    func `the words of a text`(text: String, words: Set<String>) {
        #expect(PhotoWords.words(of: text) == words)
    }
}
