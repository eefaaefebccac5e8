/// A rectangle with a text in its middle, in the wanted size or as large as fits.
struct TextBox {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// The font size in pixels, if the text fits.
    var size: Double
    /// Below this size lines are wrapped rather than made smaller.
    var comfortableSize: Double

    /// Smaller letters cannot be read.
    private static let smallestSize = 5.0

    /// The outlines of all letters of `text`, inside the rectangle.
    ///
    /// The text is made smaller until it fits; what does not fit at the smallest size is cut off.
    func outline(of text: String, in font: borrowing Font) -> Path {
        let block = TextBlock(text, in: font)
        guard !block.isEmpty, let (size, lines) = fitted(block, in: font) else { return Path() }
        var path = Path()
        // The middle of the capital letters is what looks like the middle of a line.
        let advance = TextBlock.lineHeight * size
        let blockHeight = Double(lines.count - 1) * advance + font.capHeight * size
        var baseline = y + (height - blockHeight) / 2 + font.capHeight * size
        // Letters look blurred between two rows of pixels, so the baseline is a whole number.
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

    /// The height of `lines` lines in ems, from the top of the first to the bottom of the last.
    ///
    /// Computed with the capitals in the middle, which is where they are drawn.
    private func extent(_ lines: Int, in font: borrowing Font) -> Double {
        Double(lines - 1) * TextBlock.lineHeight + font.capHeight + 2 * font.descent
    }
}
