/// The index of the search: for each word the photographs that have it, and its weight in them.
struct PhotoWords: Sendable {
    private struct Place: Sendable {
        var photo: Int
        var weight: Int
    }

    private let places: [String: [Place]]

    init(_ photos: [Photo]) {
        var places: [String: [Place]] = [:]
        for (index, photo) in photos.enumerated() {
            var weights: [String: Int] = [:]
            let texts = [photo.photographer.name, photo.alt] + [photo.tags.joined(separator: " ")]
            for (weight, text) in (texts + [photo.title]).enumerated() {
                for word in Self.words(of: text) { weights[word, default: 0] += weight + 1 }
            }
            for (word, weight) in weights {
                places[word, default: []].append(Place(photo: index, weight: weight))
            }
        }
        self.places = places
    }

    /// The indexes of the photographs with any word of `text`, the best match first.
    ///
    /// Those with the most of the words come first, then those with the higher weight, then in the
    /// order of the catalogue.
    func search(_ text: String) -> [Int] {
        let words = Self.words(of: text)
        var found: [Int: (words: Int, weight: Int)] = [:]
        for word in words {
            for place in places[word] ?? [] {
                let (count, weight) = found[place.photo] ?? (0, 0)
                found[place.photo] = (count + 1, weight + place.weight)
            }
        }
        return found.sorted { one, other in
            (other.value.words, other.value.weight, one.key)
                < (one.value.words, one.value.weight, other.key)
        }
        .map(\.key)
    }

    /// The words of `text` in the singular, each once, without words such as "the" and "of".
    static func words(of text: String) -> Set<String> {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
        return Set(words.lazy.map { singular(String($0)) }.filter { !fillers.contains($0) })
    }

    /// `word` without the ending of an English plural.
    ///
    /// It is wrong about some words, but always in the same way, so that a search still matches.
    private static func singular(_ word: String) -> String {
        guard word.utf8.count > 3, word.hasSuffix("s") else { return word }
        for ending in ["ss", "us", "is"] where word.hasSuffix(ending) { return word }
        if word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        for ending in ["sses", "xes", "zzes", "ches", "shes"] where word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        return String(word.dropLast())
    }

    private static let fillers: Set<String> = [
        "a", "an", "and", "at", "by", "for", "from", "in", "into", "is", "it", "its", "of", "on",
        "or", "s", "that", "the", "their", "to", "with",
    ]
}
