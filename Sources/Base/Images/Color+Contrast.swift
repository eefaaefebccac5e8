extension Color {
    /// The relative luminance (WCAG 2.2), from 0 for black to 1 for white; alpha is ignored.
    package var luminance: Double {
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio (WCAG 2.2), from 1 to 21; alpha is ignored.
    ///
    /// 4.5 is what WCAG asks for texts.
    package func contrast(with other: Color) -> Double {
        let brighter = max(luminance, other.luminance)
        let darker = min(luminance, other.luminance)
        return (brighter + 0.05) / (darker + 0.05)
    }

    /// Black or white, whichever has the higher contrast on this colour; black on a tie.
    ///
    /// A transparent colour is judged on white, the background of most pages.
    package var readableInk: Color {
        let ground = over(.white, coverage: 255)
        return ground.contrast(with: .black) >= ground.contrast(with: .white) ? .black : .white
    }
}

/// The linear intensity of an sRGB channel, 0 to 1.
func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
}
