/// A small abstract picture that represents a name: the same name gives the same picture.
///
/// Five by five cells are arranged in four equal quarters, rotated around the middle cell. A digest
/// of the name decides the shapes of a quarter, their rotation and their colours.
///
/// ```swift
/// let picture = try Identicon(digest: sha256(Array("emilys".utf8))).picture(size: 128)
/// ```
package struct Identicon: Hashable, Sendable {
    /// The largest side in pixels.
    package static let largestSize = 1000

    /// Areas of one colour on a square with sides of ``side``; they do not overlap.
    let layers: [Layer]

    struct Layer: Hashable, Sendable {
        var color: Color
        var path: Path
    }

    /// The side of the square in which all coordinates are.
    static let side = 100.0

    /// An identicon from the first 32 bytes of a digest; missing bytes count as 0.
    ///
    /// Cheap: nothing is drawn yet.
    package init(digest: some Collection<UInt8>) {
        let bytes = Array(digest.prefix(32)) + [UInt8](repeating: 0, count: 32)
        let palette = Identicon.palette(hue: bytes[0], lightness: bytes[1], kind: bytes[2])
        var paths = [Path](repeating: Path(), count: palette.count)
        var drawn = 0
        for (index, place) in Identicon.places.enumerated() {
            let shapes = place.cells.count == 1 ? IdenticonShape.middles : IdenticonShape.all
            // A picture that is almost empty would look like many others.
            let mayBeEmpty = drawn >= 2 || index < 3
            let candidates = mayBeEmpty ? shapes : shapes.filter { $0 != .nothing }
            let shape = candidates[Int(bytes[4 + index]) % candidates.count]
            if shape != .nothing { drawn += 1 }
            let turn = Int(bytes[12 + index]) % 4
            let color = Int(bytes[20 + index]) % palette.count
            for (quarter, cell) in place.cells.enumerated() {
                paths[color].add(Identicon.cell(shape, turn: turn + quarter, at: cell))
            }
        }
        layers = zip(palette, paths).compactMap { color, path in
            path.elements.isEmpty ? nil : Layer(color: color, path: path)
        }
    }

    /// The picture on a transparent background, `size` pixels wide and high.
    ///
    /// Throws ``ImageError/size(width:height:)`` unless `size` is 1 to ``largestSize``.
    ///
    /// Costs O(size²): for the thread of a ``Lane``.
    package func picture(size: Int) throws(ImageError) -> Picture {
        guard (1...Identicon.largestSize).contains(size) else {
            throw .size(width: size, height: size)
        }
        var picture = try Picture(width: size, height: size, color: .clear)
        let scale = Double(size) / Identicon.side
        for layer in layers {
            picture.fill(layer.path.mapped { $0 * scale }, layer.color)
        }
        // Sixteen levels of alpha look as smooth, and fewer colours make a smaller file.
        for index in picture.pixels.indices where picture.pixels[index].alpha != 255 {
            picture.pixels[index].alpha = UInt8((Int(picture.pixels[index].alpha) + 8) / 17 * 17)
        }
        return picture
    }
}

extension Identicon {
    /// Cells with the same shape, each rotated by a quarter turn more than the one before.
    private struct Place {
        var cells: [(column: Int, row: Int)]

        /// The four cells that a quarter turn around the middle maps to each other.
        init(column: Int, row: Int) {
            var cell = (column: column, row: row)
            cells = []
            repeat {
                cells.append(cell)
                cell = (column: 4 - cell.row, row: cell.column)
            } while cell != (column: column, row: row)
        }
    }

    /// From the middle outwards.
    private static let places = [
        Place(column: 2, row: 2),
        Place(column: 1, row: 1), Place(column: 2, row: 1),
        Place(column: 1, row: 0), Place(column: 2, row: 0), Place(column: 3, row: 0),
        Place(column: 0, row: 0),
    ]

    /// The margin on each side.
    private static let margin = 7.5

    /// A shape in its cell, rotated clockwise by quarter turns.
    private static func cell(
        _ shape: IdenticonShape,
        turn: Int,
        at cell: (column: Int, row: Int)
    ) -> Path {
        let step = (side - 2 * margin) / 5
        return shape.path.mapped { point in
            var turned = point
            for _ in 0..<turn % 4 { turned = Point(1 - turned.y, turned.x) }
            return Point(
                margin + (Double(cell.column) + turned.x) * step,
                margin + (Double(cell.row) + turned.y) * step
            )
        }
    }

    /// A dark and a medium tone of one hue, and a light tone of another hue that matches.
    private static func palette(hue: UInt8, lightness: UInt8, kind: UInt8) -> [Color] {
        let hue = Double(hue) / 256
        let lift = Double(lightness) / 255 * 0.1
        let distance = [0.0, 0.08, -0.08, 0.5, 0.36][Int(kind) % 5]
        return [
            PerceivedColor(lightness: 0.4 + lift, chroma: 0.13, hue: hue),
            PerceivedColor(lightness: 0.62 + lift, chroma: 0.14, hue: hue),
            PerceivedColor(lightness: 0.76 + lift, chroma: 0.12, hue: hue + distance),
        ].map(\.color)
    }
}
