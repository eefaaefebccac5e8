/// A picture to stand in for another: one colour with a text in the middle.
package struct Placeholder: Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var background: Color
    /// The colour of the text; black or white, by contrast, when nil.
    package var foreground: Color?
    /// Set in lines at spaces where it is too long, and at line breaks; none when empty.
    package var text: String
    /// Pixels an em, if the text fits then; chosen by the picture's size when nil or less than 1.
    package var fontSize: Int?

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

    /// The picture, the same each time; without text when the system has no font at all.
    ///
    /// Throws ``ImageError/size(width:height:)``.
    package func picture() throws(ImageError) -> Picture {
        var picture = try Picture(width: width, height: height, color: background)
        guard !text.isEmpty, let font = Font() else { return picture }
        let letters = box.outline(of: text, in: font)
        picture.fill(letters, foreground ?? background.readableInk)
        return picture
    }

    /// The picture as a file.
    ///
    /// Throws ``ImageError``.
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
