/// An sRGB colour with eight bits per channel; alpha is not premultiplied.
///
/// In memory it is four bytes in the order of the properties, on which the encoders rely.
package struct Color: Hashable, Sendable {
    /// Not linear: 128 is not half of the light of 255.
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    /// From 0 for fully transparent to 255 for opaque.
    package var alpha: UInt8

    /// A colour from its channels, each 0 to 255.
    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// An opaque colour from `0xRRGGBB`.
    ///
    /// The highest byte is ignored.
    package init(rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16),
            green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb)
        )
    }

    package static let black = Color(red: 0, green: 0, blue: 0)
    package static let white = Color(red: 255, green: 255, blue: 255)
    /// Fully transparent black.
    package static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

    /// This colour with another alpha, from 0 to 1; other numbers are limited to that range.
    ///
    /// The alpha of this colour counts for nothing.
    package func opacity(_ alpha: Double) -> Color {
        Color(
            red: red,
            green: green,
            blue: blue,
            alpha: UInt8((min(max(alpha, 0), 1) * 255).rounded())
        )
    }
}

extension Color {
    /// The result of painting this colour on `ground`, with a coverage of 0 to 255.
    func over(_ ground: Color, coverage: UInt8) -> Color {
        let source = scaled(alpha, by: coverage)
        if source == 255 { return self }
        if ground.alpha == 255 {
            return Color(
                red: mixed(red, ground.red, weight: source),
                green: mixed(green, ground.green, weight: source),
                blue: mixed(blue, ground.blue, weight: source)
            )
        }
        let rest = scaled(ground.alpha, by: 255 - source)
        let sum = UInt32(source) + UInt32(rest)
        guard sum > 0 else { return .clear }
        func channel(_ above: UInt8, _ below: UInt8) -> UInt8 {
            let weighted = UInt32(above) * UInt32(source) + UInt32(below) * UInt32(rest)
            return UInt8((weighted + sum / 2) / sum)
        }
        return Color(
            red: channel(red, ground.red),
            green: channel(green, ground.green),
            blue: channel(blue, ground.blue),
            alpha: UInt8(sum)
        )
    }
}

/// `value` × `factor` / 255, rounded.
@inline(__always)
private func scaled(_ value: UInt8, by factor: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(value) * UInt32(factor) + 127) / 255)
}

/// `above`, with a weight of 0 to 255, mixed into `below`.
@inline(__always)
private func mixed(_ above: UInt8, _ below: UInt8, weight: UInt8) -> UInt8 {
    let sum = UInt32(above) * UInt32(weight) + UInt32(below) * UInt32(255 - weight)
    return UInt8(truncatingIfNeeded: (sum + 127) / 255)
}
