internal import MockPostlyWorld

/// The colours of a scene: tones around one hue, and accents of another.
struct ScenePalette: Sendable {
    private let hue: Double
    private let accentHue: Double
    private let vividness: Double
    /// Whether the light is that of day; else that of dusk.
    let isBright: Bool

    init(base: Color?, using random: inout RandomSource) {
        let drawnHue = Double.random(in: 0..<1, using: &random)
        let drawnVividness = Double.random(in: 0.75...1.2, using: &random)
        let distance = [0.5, 0.36, 0.6, 0.14, -0.14].randomElement(using: &random) ?? 0.5
        let isBright = Double.random(in: 0..<1, using: &random) < 0.7
        if let base = base.map(PerceivedColor.init) {
            hue = base.hue
            vividness = min(max(base.chroma / 0.1, 0.05), 1.5)
            self.isBright = base.lightness > 0.5
        } else {
            hue = drawnHue
            vividness = drawnVividness
            self.isBright = isBright
        }
        accentHue = hue + distance
    }

    /// A tone of the main hue, from 0 for black to 1 for white.
    func tone(_ lightness: Double, _ chroma: Double = 0.08, turn: Double = 0) -> Color {
        PerceivedColor(lightness: lightness, chroma: chroma * vividness, hue: hue + turn).color
    }

    /// A tone of the second hue.
    func accent(_ lightness: Double, _ chroma: Double = 0.13, turn: Double = 0) -> Color {
        PerceivedColor(lightness: lightness, chroma: chroma * vividness, hue: accentHue + turn)
            .color
    }
}
