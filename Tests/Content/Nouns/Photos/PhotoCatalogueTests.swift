import Testing

@testable import MockPostlyNouns
@testable import PexelsContent

/// The photographs in the program, and how they are found.
@Suite
struct PhotoCatalogueTests {
    private let catalogue = PhotoCatalogue.standard

    @Test
    func `there are 300, and no two are the same`() {
        #expect(catalogue.photos.count == 300)
        #expect(Set(catalogue.photos.map(\.id)).count == 300)
        #expect(Set(catalogue.photos.map(\.title)).count == 300)
        #expect(Set(catalogue.photos.map(\.alt)).count == 300)
    }

    @Test
    func `every photo is described`() {
        for photo in catalogue.photos {
            #expect(!photo.title.isEmpty && !photo.alt.isEmpty && photo.tags.count > 4)
            #expect(photo.photographer.name.contains(" ") && photo.photographer.id > 0)
            #expect((1000...9000).contains(photo.width) && (1000...9000).contains(photo.height))
        }
    }

    @Test
    func `no two pictures are the same`() {
        #expect(
            Set(catalogue.photos.map { [$0.seed, UInt64($0.width), UInt64($0.height)] }).count > 290
        )
        #expect(Set(catalogue.photos.map { "\($0.seed) \($0.color)" }).count == 300)
    }

    @Test
    func `an id belongs to one photographer`() {
        var names: [Int: String] = [:]
        for photographer in catalogue.photos.map(\.photographer) {
            #expect(names[photographer.id, default: photographer.name] == photographer.name)
            names[photographer.id] = photographer.name
        }
        #expect(names.count > 20)
    }

    @Test
    func `a photo is found by its id`() {
        for photo in catalogue.photos { #expect(catalogue.photo(photo.id) == photo) }
        #expect(catalogue.photo(0) == nil)
        #expect(catalogue.photo(.min) == nil)
    }

    @Test
    func `there are photos of every colour`() {
        let colors = catalogue.photos.map { NamedColor(nearest: $0.color) }
        for color in NamedColor.allCases { #expect(colors.count { $0 == color } >= 10) }
    }

    @Test
    func `a photo has the colour that it is tagged with`() {
        for photo in catalogue.photos where !photo.tags.contains("black and white") {
            let names = photo.tags.compactMap(NamedColor.init(rawValue:))
            #expect(names.contains(NamedColor(nearest: photo.color)), "\(photo.id) \(photo.title)")
        }
    }

    @Test
    func `the words of a title find the photo`() {
        for photo in catalogue.photos {
            #expect(catalogue.search(photo.title).contains(photo), "\(photo.title)")
            #expect(catalogue.search(photo.alt).first == photo, "\(photo.alt)")
        }
    }

    @Test(
        arguments: [
            "mountains", "sea", "city", "food", "coffee", "dog", "forest", "people", "texture",
            "sunset", "laptop", "flowers", "snow", "beach", "night",
        ]
    )
    func `everyday words find photos`(word: String) {
        #expect(catalogue.search(word).count >= 4)
    }

    @Test
    func `a choice has every photo, in an order of the text's own`() {
        let choice = catalogue.choice(for: "quokka")
        #expect(choice == catalogue.choice(for: "quokka"))
        #expect(Set(choice.map(\.id)).count == 300)
        #expect(choice != catalogue.choice(for: "quokkas"))
        #expect(choice != catalogue.photos)
        #expect(Set(choice.prefix(15).map { $0.tags[0] }).count > 4)
    }
}
