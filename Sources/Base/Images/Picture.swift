/// An image of pixels, row by row from the top.
///
/// It takes four bytes a pixel: 64 MB for the largest.
package struct Picture: Hashable, Sendable {
    /// The longest side in pixels that can be drawn.
    package static let longestSide = 4000

    package let width: Int
    package let height: Int

    /// The pixels in rows from the top, each row from the left: `width` × `height` of them.
    package internal(set) var pixels: [Color]

    /// A picture of one colour.
    ///
    /// Throws ``ImageError/size(width:height:)`` unless both sides are 1 to ``longestSide``.
    package init(width: Int, height: Int, color: Color) throws(ImageError) {
        let sides = 1...Picture.longestSide
        guard sides.contains(width), sides.contains(height) else {
            throw .size(width: width, height: height)
        }
        self.width = width
        self.height = height
        pixels = [Color](repeating: color, count: width * height)
    }

    /// The pixel in column `x` of row `y`, both from 0; both must be inside the picture.
    ///
    /// A place outside stops the program or gives a pixel of another row.
    package subscript(x: Int, y: Int) -> Color {
        pixels[y * width + x]
    }

    /// The mean of all pixels, channel by channel.
    ///
    /// Costs O(n).
    package var averageColor: Color {
        var sums: (red: Int, green: Int, blue: Int, alpha: Int) = (0, 0, 0, 0)
        for pixel in pixels {
            sums.red += Int(pixel.red)
            sums.green += Int(pixel.green)
            sums.blue += Int(pixel.blue)
            sums.alpha += Int(pixel.alpha)
        }
        func mean(_ sum: Int) -> UInt8 { UInt8((sum + pixels.count / 2) / pixels.count) }
        return Color(
            red: mean(sums.red),
            green: mean(sums.green),
            blue: mean(sums.blue),
            alpha: mean(sums.alpha)
        )
    }

    /// This picture with its transparent parts put on `ground`.
    func flattened(on ground: Color) -> Picture {
        var flat = self
        for index in pixels.indices where pixels[index].alpha != 255 {
            flat.pixels[index] = pixels[index].over(ground, coverage: 255)
        }
        return flat
    }
}

/// The reason why there is no picture.
package enum ImageError: Error, Hashable, Sendable {
    /// A side is below 1 or above the limit.
    case size(width: Int, height: Int)
    /// The encoder failed, for lack of memory.
    case encoding(ImageFormat)
}
