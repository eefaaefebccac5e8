internal import MockPostlyImages

/// A QR code as lines of text, two modules high each, with the margin that readers need.
struct TerminalCode {
    /// The light modules around the code (ISO/IEC 18004).
    private static let margin = 4

    private let code: QRCode

    /// The code of `text`; nil when that is too long for one.
    init?(_ text: String) {
        guard let code = QRCode(text) else { return nil }
        self.code = code
    }

    /// How many characters a line has.
    var width: Int { code.side + 2 * Self.margin }
    var height: Int { (width + 1) / 2 }

    /// The lines.
    ///
    /// With colours, black on white, whatever colours the terminal has. Without, light modules are
    /// drawn and dark ones left out: on the usual dark background the code is as it should be, on a
    /// light one it is inverted.
    func lines(usesColour: Bool) -> [String] {
        (0..<height).map { line in
            let row = 2 * line - Self.margin
            let characters = (0..<width).map { place -> Character in
                let column = place - Self.margin
                let isDark = (isDark(column, row), isDark(column, row + 1))
                return switch usesColour ? isDark : (!isDark.0, !isDark.1) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            let text = String(characters)
            // The same black and white in every theme: of the 256 colours, not of the first 16.
            return usesColour ? "\u{1B}[38;5;16;48;5;231m\(text)\u{1B}[0m" : text
        }
    }

    private func isDark(_ column: Int, _ row: Int) -> Bool {
        let places = 0..<code.side
        return places.contains(column) && places.contains(row) && code[column, row]
    }
}
