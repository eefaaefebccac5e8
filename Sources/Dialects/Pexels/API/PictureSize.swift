internal import MockPostlyHTTP
internal import MockPostlyImages
internal import PexelsContent

/// The size of a picture in pixels.
struct PictureSize: Hashable, Sendable {
    let width: Int
    let height: Int

    /// The longest side of a picture when the query has no size.
    private static let longestOriginal = 2048.0
    private static let longestSide = 4096

    /// The size that `query` asks for.
    ///
    /// `w` or `h` alone is exact. Both together are a frame into which the photo is scaled down,
    /// never up; with `fit=crop` both are exact. `dpr` multiplies the result. Malformed values
    /// count as absent.
    init(of photo: Photo, _ query: Query) {
        let whole = (width: Double(photo.width), height: Double(photo.height))
        let sides = (width: Self.side(query["w"]), height: Self.side(query["h"]))
        var size = whole
        var scale = 1.0
        switch sides {
        case (nil, nil): scale = min(Self.longestOriginal / max(whole.width, whole.height), 1)
        case (let width?, nil): scale = width / whole.width
        case (nil, let height?): scale = height / whole.height
        case (let width?, let height?) where query["fit"] == "crop": size = (width, height)
        case (let width?, let height?):
            scale = min(width / whole.width, height / whole.height, 1)
        }
        let density = query["dpr"].flatMap(Double.init).flatMap { 1...3 ~= $0 ? $0 : nil } ?? 1
        size = ((size.width * scale).rounded() * density, (size.height * scale).rounded() * density)
        let most = Double(Picture.longestSide)
        let excess = max(size.width / most, size.height / most, 1)
        width = max(Int((size.width / excess).rounded()), 1)
        height = max(Int((size.height / excess).rounded()), 1)
    }

    private static func side(_ text: String?) -> Double? {
        guard let text, let side = Int(text), side > 0 else { return nil }
        return Double(min(side, longestSide))
    }
}
