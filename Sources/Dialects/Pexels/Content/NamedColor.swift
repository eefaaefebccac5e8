/// The colour names of Pexels, by which photographs are searched.
///
/// The raw value is the word of the query parameter `color`.
package enum NamedColor: String, Sendable, CaseIterable {
    case red, orange, yellow, green, turquoise, blue, violet, pink, brown, black, gray, white

    /// The name of the swatch that looks most like `color`.
    ///
    /// Of equal ones, the first.
    ///
    /// The same colour always gets the same name. Costs a comparison with each swatch.
    package init(nearest color: RGB) {
        var name = NamedColor.gray
        var least = Int.max
        for (candidate, swatches) in Self.swatches {
            for swatch in swatches {
                let distance = distance(from: color, to: RGB(swatch))
                if distance < least { (name, least) = (candidate, distance) }
            }
        }
        self = name
    }

    /// For each name: first the pure colour, then the average colours of typical photographs.
    private static let swatches: [(NamedColor, [UInt32])] = [
        (.red, [0xFF0000, 0xB5433A, 0xA63A35, 0xC4514A, 0x800000]),
        (.orange, [0xFF8000, 0xD98438, 0xE09248, 0xCF7F3C]),
        (.yellow, [0xFFFF00, 0xE0C05A, 0xD9B94C, 0xE8CF7C]),
        (.green, [0x00C000, 0x5E8C4A, 0x74995A, 0x4B7A4C, 0x006000, 0x80FF80]),
        (.turquoise, [0x40E0D0, 0x4FA9A6, 0x3F979B, 0x6DBBB6, 0x008080]),
        (.blue, [0x0000FF, 0x5B86B5, 0x4A74A6, 0x7FA6CE, 0x000080]),
        (.violet, [0x8000FF, 0x7C64A8, 0x6A5496, 0x9480BC, 0x600080]),
        (.pink, [0xFF69B4, 0xDB93A5, 0xD67F97, 0xE5AAB7, 0xFFC0CB]),
        (.brown, [0x8B4513, 0x8A6244, 0x7A5640, 0x966E50]),
        (.black, [0x000000, 0x23262E, 0x1E2027, 0x2A2B33]),
        (.gray, [0x808080, 0x8B8F94, 0x9DA0A3, 0x777B80, 0xB8B8B8]),
        (.white, [0xFFFFFF, 0xE9E7E2, 0xEEECE8, 0xE0E4E7]),
    ]
}

/// How different two colours look.
///
/// Squared differences of the channels, weighted by the eye's sensitivity; the weights of red and
/// blue depend on the mean red.
private func distance(from one: RGB, to other: RGB) -> Int {
    let redness = (Int(one.red) + Int(other.red)) / 2
    let red = Int(one.red) - Int(other.red)
    let green = Int(one.green) - Int(other.green)
    let blue = Int(one.blue) - Int(other.blue)
    return (512 + redness) * red * red + 1024 * green * green + (767 - redness) * blue * blue
}
