/// A rectangle with a text in its middle, as large as wanted or as fits.
struct TextBox {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// The font size, in pixels, that the text gets if it fits.
    var size: Double
    /// Below this size lines are wrapped rather than made smaller.
    var comfortableSize: Double

    /// Letters smaller than this cannot be read.
    private static let smallestSize = 5.0

    /// The outlines of all letters of `text`, inside the rectangle.
    ///
    /// Made smaller until it fits. What does not fit at the smallest size is cut off.
    func outline(of text: String, in font: borrowing Font) -> Path {
        let block = TextBlock(text, in: font)
        guard !block.isEmpty, let (size, lines) = fitted(block, in: font) else { return Path() }
        var path = Path()
        // The middle of the capitals is what looks like the middle of a line.
        let advance = TextBlock.lineHeight * size
        let blockHeight = Double(lines.count - 1) * advance + font.capHeight * size
        var baseline = y + (height - blockHeight) / 2 + font.capHeight * size
        // Upright stems blur less than feet: letters stand on whole pixels.
        baseline = baseline.rounded()
        for line in lines {
            let start = x + (width - line.width * size) / 2
            for glyph in line.glyphs {
                let origin = Point(start + glyph.x * size, baseline)
                path.add(font.outline(of: glyph.id, at: origin, size: size))
            }
            baseline += advance
        }
        return path
    }

    private func fitted(
        _ block: TextBlock,
        in font: borrowing Font
    ) -> (size: Double, lines: [TextBlock.Line])? {
        let largest = min(max(size, TextBox.smallestSize), height * 2, 4000)
        let whole = block.unwrapped()
        let widest = whole.map(\.width).max() ?? 0
        let wholeSize = min(
            largest,
            width / max(widest, .leastNormalMagnitude),
            height / extent(whole.count, in: font)
        )
        if wholeSize >= min(comfortableSize, largest) { return (wholeSize, whole) }

        var size = largest
        while size >= TextBox.smallestSize {
            if let lines = block.wrapped(to: width / size),
                extent(lines.count, in: font) * size <= height
            {
                return (size, lines)
            }
            size *= 0.95
        }
        size = TextBox.smallestSize
        let room = Int((height / size - extent(1, in: font)) / TextBlock.lineHeight + 1)
        guard room > 0, let lines = block.wrapped(to: width / size, breaksWords: true),
            lines.allSatisfy({ $0.width * size <= width })
        else { return nil }
        return (size, Array(lines.prefix(room)))
    }

    /// The height, in ems, of so many lines from the top of the first to the bottom of the last.
    ///
    /// Counted as if capitals were in the middle, which is where they are put.
    private func extent(_ lines: Int, in font: borrowing Font) -> Double {
        Double(lines - 1) * TextBlock.lineHeight + font.capHeight + 2 * font.descent
    }
}
