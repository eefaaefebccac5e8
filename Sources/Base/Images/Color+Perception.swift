/// A colour by its appearance: lightness, chroma and hue in Björn Ottosson's OKLCH.
///
/// Colours of the same lightness look equally light whatever their hue, so palettes can be
/// computed.
package struct PerceivedColor: Hashable, Sendable {
    /// From 0 for black to 1 for white.
    package var lightness: Double
    /// 0 for grey; the most colourful sRGB colours have about 0.3.
    package var chroma: Double
    /// In turns: 0.08 is red, 0.3 yellow, 0.4 green, 0.7 blue.
    ///
    /// Whole turns count for nothing: 1.3 is the hue 0.3.
    package var hue: Double

    /// A colour that need not exist in sRGB.
    package init(lightness: Double, chroma: Double, hue: Double) {
        self.lightness = lightness
        self.chroma = chroma
        self.hue = hue
    }

    /// The appearance of an sRGB colour; alpha is ignored.
    package init(_ color: Color) {
        let (red, green, blue) = (linear(color.red), linear(color.green), linear(color.blue))
        let long = cubeRoot(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let medium = cubeRoot(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let short = cubeRoot(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        let greenRed = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        let blueYellow = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
        lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
        chroma = (greenRed * greenRed + blueYellow * blueYellow).squareRoot()
        hue = direction(greenRed, blueYellow)
    }

    /// The opaque sRGB colour of the same lightness and hue, with less chroma if necessary.
    ///
    /// Costs at most ten steps of a search.
    package var color: Color {
        var least = 0.0
        var most = max(chroma, 0)
        if let color = color(chroma: most) { return color }
        for _ in 0..<10 {
            let middle = (least + most) / 2
            if color(chroma: middle) == nil { most = middle } else { least = middle }
        }
        return color(chroma: least) ?? (lightness < 0.5 ? .black : .white)
    }

    /// The sRGB colour at this lightness and hue; nil when it does not exist.
    private func color(chroma: Double) -> Color? {
        let greenRed = chroma * cosine(turns: hue)
        let blueYellow = chroma * sine(turns: hue)
        let longRoot = lightness + 0.3963377774 * greenRed + 0.2158037573 * blueYellow
        let mediumRoot = lightness - 0.1055613458 * greenRed - 0.0638541728 * blueYellow
        let shortRoot = lightness - 0.0894841775 * greenRed - 1.2914855480 * blueYellow
        let long = longRoot * longRoot * longRoot
        let medium = mediumRoot * mediumRoot * mediumRoot
        let short = shortRoot * shortRoot * shortRoot
        guard
            let red = channel(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
            let green = channel(
                -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short
            ),
            let blue = channel(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short)
        else { return nil }
        return Color(red: red, green: green, blue: blue)
    }
}

/// The sRGB channel of a linear intensity; nil when that is clearly outside 0...1.
private func channel(_ intensity: Double) -> UInt8? {
    guard intensity > -0.001, intensity < 1.001 else { return nil }
    let value =
        intensity <= 0.0031308 ? intensity * 12.92 : 1.055 * power(intensity, 1 / 2.4) - 0.055
    return UInt8((min(max(value, 0), 1) * 255).rounded())
}
