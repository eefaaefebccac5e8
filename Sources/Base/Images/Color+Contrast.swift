extension Color {
    /// Relative luminance as WCAG 2.2 defines it: 0 is black, 1 is white; alpha does not count.
    package var luminance: Double {
        0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Contrast ratio as WCAG 2.2 defines it, from 1 to 21.
    package func contrast(with other: Color) -> Double {
        let brighter = max(luminance, other.luminance)
        let darker = min(luminance, other.luminance)
        return (brighter + 0.05) / (darker + 0.05)
    }

    /// Black or white, whichever is easier to read on this colour; black on a tie.
    ///
    /// What shows through counts as white, the ground of most pages.
    package var readableInk: Color {
        let ground = over(.white, coverage: 255)
        return ground.contrast(with: .black) >= ground.contrast(with: .white) ? .black : .white
    }
}

/// The linear intensity, 0 to 1, of an sRGB channel.
func linear(_ channel: UInt8) -> Double {
    let value = Double(channel) / 255
    return value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
}
