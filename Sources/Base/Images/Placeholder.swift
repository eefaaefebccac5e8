/// A placeholder picture: one colour with a text in the middle.
package struct Placeholder: Hashable, Sendable {
    /// The size in pixels, 1 to ``Picture/longestSide`` each.
    package var width: Int
    package var height: Int
    /// Its alpha counts: a transparent picture has a transparent ground.
    package var background: Color
    /// The colour of the text; nil chooses black or white by contrast.
    package var foreground: Color?
    /// The text, broken at spaces where it is too long; its line breaks are kept, empty shows none.
    package var text: String
    /// The font size in pixels per em, if the text fits; nil or less than 1 chooses it by the
    /// picture.
    package var fontSize: Int?

    /// A placeholder whose size is checked when it is drawn.
    package init(
        width: Int,
        height: Int,
        background: Color = Color(rgb: 0xCCCCCC),
        foreground: Color? = nil,
        text: String,
        fontSize: Int? = nil
    ) {
        self.width = width
        self.height = height
        self.background = background
        self.foreground = foreground
        self.text = text
        self.fontSize = fontSize
    }

    /// Draws the picture, always the same for the same values; without text when there is no font.
    ///
    /// Throws ``ImageError/size(width:height:)``.
    package func picture() throws(ImageError) -> Picture {
        var picture = try Picture(width: width, height: height, color: background)
        guard !text.isEmpty, let font = Font() else { return picture }
        let letters = box.outline(of: text, in: font)
        picture.fill(letters, foreground ?? background.readableInk)
        return picture
    }

    /// Draws and encodes the picture.
    ///
    /// Throws ``ImageError``.
    ///
    /// Costs as much as drawing and encoding: for the thread of a ``Lane``.
    package func file(as format: ImageFormat) throws(ImageError) -> [UInt8] {
        try encode(picture(), as: format)
    }

    private var box: TextBox {
        let (width, height) = (Double(width), Double(height))
        let margin = min(width, height) * 0.08
        let usual = min(max(min(width * 0.11, height * 0.28), 10), 240)
        let wanted = fontSize.map(Double.init).flatMap { $0 >= 1 ? $0 : nil }
        return TextBox(
            x: margin,
            y: margin,
            width: width - 2 * margin,
            height: height - 2 * margin,
            size: wanted ?? usual,
            comfortableSize: wanted ?? max(usual * 0.6, 9)
        )
    }
}
