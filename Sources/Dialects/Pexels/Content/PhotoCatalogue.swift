internal import MockPostlyAssets
internal import MockPostlyJSON

/// All photographs, in the order in which they are listed.
///
/// It never changes, and worlds share it.
///
/// Any thread may search it.
package final class PhotoCatalogue: Sendable {
    package let photos: [Photo]
    private let places: [Photo.ID: Int]
    private let words: PhotoWords

    /// Of photographs with the same id the first is found.
    ///
    /// Builds the index of words, in O(n).
    package init(_ photos: [Photo]) {
        self.photos = photos
        let places = photos.enumerated().map { ($1.id, $0) }
        self.places = Dictionary(places) { first, _ in first }
        words = PhotoWords(photos)
    }

    /// The photographs inside this program; parsed once, when they are first needed.
    ///
    /// Empty only in a program whose embedded file is damaged.
    package static let standard: PhotoCatalogue = {
        let records = (try? JSON(parsing: Assets.photos))?.root.elements ?? []
        return PhotoCatalogue(records.compactMap { Photo($0) })
    }()

    /// The photograph with this id; nil when there is none.
    ///
    /// O(1).
    package func photo(_ id: Photo.ID) -> Photo? {
        places[id].map { photos[$0] }
    }

    /// The photographs that match `text`, the best match first.
    ///
    /// Words are looked up in titles, tags, descriptions and names of photographers, with less
    /// weight in this order. Case and an English plural make no difference. One matching word is
    /// enough; more words rank higher.
    ///
    /// Of equally good matches, the order of the catalogue decides. Nothing is found for a text
    /// without words.
    package func search(_ text: String) -> [Photo] {
        words.search(text).map { photos[$0] }
    }

    /// All photographs in a random order that is always the same for the same `text`.
    ///
    /// FNV-1a of the text seeds it; no photograph is in it twice.
    package func choice(for text: String) -> [Photo] {
        let seed = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        }
        return photos.map { (place: mixed(seed ^ mixed(UInt64($0.id))), photo: $0) }
            .sorted { $0.place < $1.place }
            .map(\.photo)
    }
}

/// A hash of a number: the last step of SplitMix64.
private func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
}

extension Photo {
    /// A record of `seed/pexels/photos.json`; nil when a member is missing.
    fileprivate init?(_ record: JSONValue) {
        guard let id = record["id"]?.int, let title = record["title"]?.string,
            let alt = record["alt"]?.string, let name = record["photographer"]?.string,
            let photographer = record["photographerId"]?.int, let width = record["width"]?.int,
            let height = record["height"]?.int, let text = record["color"]?.string,
            let color = RGB(hexadecimal: text), let tags = record["tags"]?.elements,
            let seed = record["seed"]?.int
        else { return nil }
        self.init(
            id: Int(id),
            title: title,
            alt: alt,
            photographer: Photographer(id: Int(photographer), name: name),
            width: Int(width),
            height: Int(height),
            color: color,
            tags: tags.compactMap(\.string),
            seed: UInt64(bitPattern: seed)
        )
    }
}
