internal import MockPostlyHTTP
internal import PexelsContent

/// The filters of a search; unknown values are ignored.
struct PhotoFilter {
    private enum Orientation: String {
        case landscape, portrait, square
    }

    private let orientation: Orientation?
    /// The least number of pixels.
    private let pixels: Int
    private let color: NamedColor?

    init(_ query: Query) {
        let word = { (name: String) in query[name]?.lowercased() ?? "" }
        orientation = Orientation(rawValue: word("orientation"))
        pixels =
            switch word("size") {
            case "large": 24_000_000
            case "medium": 12_000_000
            case "small": 4_000_000
            default: 0
            }
        let name = word("color")
        color =
            NamedColor(rawValue: name) ?? RGB(hexadecimal: name).map(NamedColor.init(nearest:))
    }

    var hasColor: Bool { color != nil }

    func takes(_ photo: Photo) -> Bool {
        guard photo.width * photo.height >= pixels else { return false }
        if let orientation, orientation != Self.orientation(of: photo) { return false }
        guard let color else { return true }
        return color == NamedColor(nearest: photo.color)
    }

    /// A photo counts as square when its sides differ by 5 % at most.
    private static func orientation(of photo: Photo) -> Orientation {
        let (shorter, longer) = (min(photo.width, photo.height), max(photo.width, photo.height))
        if (longer - shorter) * 20 <= longer { return .square }
        return photo.width > photo.height ? .landscape : .portrait
    }
}
