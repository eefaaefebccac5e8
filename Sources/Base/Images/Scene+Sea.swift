extension Scene {
    /// Draws water to the horizon with reflected light, sails and a strip of sand.
    mutating func drawSea() {
        let horizon = number(0.45...0.6)
        let (sky, sun) = drawSky(to: horizon)
        let deep = palette.tone(palette.isBright ? 0.45 : 0.22, 0.1, turn: 0.03)
        let far = mix(sky, deep, at: 0.45)
        if chance(0.6) { drawHeadland(on: horizon, mix(sky, deep, at: 0.6)) }
        fillBand(from: horizon, to: 1, upper: far, lower: deep)

        let glint = palette.accent(0.95, 0.05)
        for row in 0..<26 {
            let depth = Double(row) / 25
            let y = horizon + 0.008 + depth * depth * 0.4
            let width = unit * (0.05 + 0.14 * depth) * number(0.4...1)
            let x = sun + number(-0.04...0.04) * unit * (0.4 + depth)
            drawGlint(at: Point(x, y), width, glint.opacity(0.55 - 0.3 * depth))
        }
        let crest = mix(sky, .white, at: 0.5)
        for _ in 0..<Int(40 * aspect) {
            let depth = number(0...1)
            let place = Point(aspect * number(0...1), horizon + 0.01 + depth * depth * 0.5)
            drawGlint(at: place, unit * (0.02 + 0.07 * depth), crest.opacity(0.25))
        }
        for _ in 0..<count(1...3) {
            let nearness = number(0...1)
            let place = Point(aspect * number(0.12...0.88), horizon + 0.02 + nearness * 0.12)
            drawSail(at: place, height: unit * (0.08 + nearness * 0.14))
        }
        if chance(0.7) { drawBeach() }
        drawBirds(above: horizon, palette.tone(0.4))
    }

    /// Draws a flat lens of light.
    private mutating func drawGlint(at place: Point, _ width: Double, _ color: Color) {
        var lens = Path()
        lens.move(to: place - Point(width / 2, 0))
        lens.curve(by: place - Point(0, width * 0.1), to: place + Point(width / 2, 0))
        lens.curve(by: place + Point(0, width * 0.1), to: place - Point(width / 2, 0))
        fill(lens, color)
    }

    private mutating func drawHeadland(on horizon: Double, _ color: Color) {
        let isLeft = chance(0.5)
        let width = aspect * number(0.25...0.45)
        let height = number(0.05...0.14)
        let profile = [(0.0, 0.9), (0.25, 1), (0.5, 0.6), (0.75, 0.35), (1, 0)].map { x, y in
            Point(isLeft ? width * x : aspect - width * x, horizon - height * y)
        }
        fill(.ground(through: profile, bottom: horizon + 0.002), color)
    }

    private mutating func drawSail(at foot: Point, height: Double) {
        let hull = palette.accent(0.4, 0.1)
        let sail = palette.tone(0.97, 0.02)
        let (x, y) = (foot.x, foot.y)
        var main = Path()
        main.move(to: Point(x, y - height))
        main.curve(
            by: Point(x + height * 0.42, y - height * 0.45),
            to: Point(x + height * 0.4, y - height * 0.16)
        )
        main.line(to: Point(x, y - height * 0.16))
        fill(main, sail)
        var jib = Path()
        jib.move(to: Point(x - height * 0.03, y - height * 0.92))
        jib.line(to: Point(x - height * 0.03, y - height * 0.16))
        jib.line(to: Point(x - height * 0.3, y - height * 0.16))
        fill(jib, palette.accent(0.75, 0.12))
        var boat = Path()
        boat.move(to: Point(x - height * 0.38, y - height * 0.11))
        boat.line(to: Point(x + height * 0.44, y - height * 0.11))
        boat.curve(by: Point(x + height * 0.3, y), to: Point(x + height * 0.2, y))
        boat.line(to: Point(x - height * 0.24, y))
        fill(boat, hull)
        drawGlint(at: Point(x, y + height * 0.05), height * 0.9, sail.opacity(0.35))
    }

    private mutating func drawBeach() {
        let sand = PerceivedColor(lightness: palette.isBright ? 0.87 : 0.5, chroma: 0.06, hue: 0.22)
        let line = wave(base: 0.88, amplitude: 0.025)
        let foam = line.map { $0 - Point(0, 0.018) }
        fill(.ground(through: foam, bottom: 1.01), Color.white.opacity(0.7))
        let shade = mix(sand.color, palette.tone(0.4), at: 0.25)
        fill(
            .ground(through: line, bottom: 1.01),
            .linear(from: Point(0, 0.85), sand.color, to: Point(0, 1), shade)
        )
    }
}
