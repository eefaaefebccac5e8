internal import MockPostlyWorld

/// The subject of a scene.
package enum SceneSubject: String, CaseIterable, Hashable, Sendable {
    case mountains
    case hills
    case sea
    case city
    /// An object to buy, on a plain background.
    case product
    /// Food on a table, seen from above.
    case dish
}

/// The thing that a scene of a product shows.
///
/// Only scenes of ``SceneSubject/product`` have one.
package enum SceneObject: String, CaseIterable, Hashable, Sendable {
    case bottle, jar, mug, vase, box, lamp
}

/// Draws a picture that replaces a photograph: the same arguments give the same picture.
///
/// - Parameters:
///   - seed: Decides the composition, the light and the colours.
///   - width: In pixels, 1 to ``Picture/longestSide``.
///   - height: In pixels, 1 to ``Picture/longestSide``.
///   - text: A caption at the bottom, if any.
///   - subject: What is shown; nil lets the seed choose.
///   - base: The average colour, except for the caption; nil lets the seed choose.
///   - object: The thing that a product is; nil lets the seed choose. Other subjects have none.
///   - zoom: How much larger than usual everything is, from 1; the edges are cut off.
/// - Returns: An opaque picture.
/// - Throws: ``ImageError/size(width:height:)``.
package func drawScene(
    seed: UInt64,
    width: Int,
    height: Int,
    text: String? = nil,
    subject: SceneSubject? = nil,
    base: Color? = nil,
    object: SceneObject? = nil,
    zoom: Double = 1
) throws(ImageError) -> Picture {
    var random = RandomSource(seed: seed)
    let subjects = SceneSubject.allCases
    let drawn = subjects[Int.random(in: subjects.indices, using: &random)]
    var scene = Scene(
        picture: try Picture(width: width, height: height, color: .white),
        palette: ScenePalette(base: base, using: &random),
        random: random,
        zoom: zoom
    )
    scene.draw(subject ?? drawn, object)
    if let base { scene.picture.shiftAverage(to: base) }
    if let text { scene.picture.addCaption(text) }
    return scene.picture
}

/// A picture while it is drawn.
///
/// Its height is 1 and its width ``aspect``, whatever its size in pixels, so a scene looks the same
/// at all sizes.
struct Scene {
    var picture: Picture
    let palette: ScenePalette
    var random: RandomSource
    let zoom: Double

    /// The width of the scene.
    var aspect: Double { Double(picture.width) / Double(picture.height) }
    /// The largest size that fits in both directions, for shapes that must not be cut off.
    var unit: Double { min(aspect, 1) }

    mutating func draw(_ subject: SceneSubject, _ object: SceneObject?) {
        switch subject {
        case .mountains: drawMountains()
        case .hills: drawHills()
        case .sea: drawSea()
        case .city: drawCity()
        case .product: drawProduct(object)
        case .dish: drawDish()
        }
    }

    mutating func fill(_ path: Path, _ paint: Paint) {
        let scale = Double(picture.height)
        guard zoom != 1 else {
            return picture.fill(
                path.mapped { $0 * scale },
                paint.mapped(scaling: scale) { $0 * scale }
            )
        }
        let middle = Point(aspect / 2, 0.55)
        let place = { (point: Point) in ((point - middle) * zoom + middle) * scale }
        picture.fill(path.mapped(place), paint.mapped(scaling: scale * zoom, place))
    }

    mutating func fill(_ path: Path, _ color: Color) {
        fill(path, .color(color))
    }

    /// Fills everything between two heights with a vertical gradient.
    mutating func fillBand(from top: Double, to bottom: Double, upper: Color, lower: Color) {
        let from = Point(0, top)
        let to = Point(0, bottom)
        fill(
            .rectangle(x: 0, y: top, width: aspect, height: bottom - top),
            .linear(from: from, upper, to: to, lower)
        )
    }

    mutating func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
    }

    mutating func count(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    /// True with the probability `share`.
    mutating func chance(_ share: Double) -> Bool {
        number(0...1) < share
    }
}

extension Paint {
    /// The paint with its points at other places, and lengths multiplied by `scale`.
    fileprivate func mapped(scaling scale: Double, _ place: (Point) -> Point) -> Paint {
        switch self {
        case .color: self
        case .linear(let from, let start, let to, let end):
            .linear(from: place(from), start, to: place(to), end)
        case .radial(let center, let radius, let start, let end):
            .radial(center: place(center), radius: radius * scale, start, end)
        }
    }
}

extension Picture {
    /// Darkens or lightens each channel in proportion, so that the average is `target`.
    fileprivate mutating func shiftAverage(to target: Color) {
        let average = averageColor
        let red = shiftTable(from: average.red, to: target.red)
        let green = shiftTable(from: average.green, to: target.green)
        let blue = shiftTable(from: average.blue, to: target.blue)
        for index in pixels.indices {
            pixels[index].red = red[Int(pixels[index].red)]
            pixels[index].green = green[Int(pixels[index].green)]
            pixels[index].blue = blue[Int(pixels[index].blue)]
        }
    }

    /// Writes `text` in white on a darkened lower edge; nothing when there is no font.
    fileprivate mutating func addCaption(_ text: String) {
        guard let font = Font() else { return }
        let (width, height) = (Double(width), Double(height))
        let margin = min(width, height) * 0.06
        let box = TextBox(
            x: margin,
            y: height * 0.78,
            width: width - 2 * margin,
            height: height * 0.22 - margin / 2,
            size: min(width, height) * 0.07,
            comfortableSize: min(width, height) * 0.06
        )
        let letters = box.outline(of: text, in: font)
        guard !letters.elements.isEmpty else { return }
        let shade = Paint.linear(
            from: Point(0, height * 0.6),
            Color.black.opacity(0),
            to: Point(0, height),
            Color.black.opacity(0.7)
        )
        fill(.rectangle(x: 0, y: height * 0.6, width: width, height: height * 0.4), shade)
        fill(letters, .white)
    }
}

/// The new value for each value of a channel when its mean moves and black or white stays.
private func shiftTable(from mean: UInt8, to target: UInt8) -> [UInt8] {
    (0...255).map { value in
        let shifted =
            target <= mean
            ? Double(value) * Double(target) / Double(max(mean, 1))
            : 255 - (255 - Double(value)) * (255 - Double(target)) / (255 - Double(mean))
        return UInt8(min(max(shifted, 0), 255).rounded())
    }
}
