extension Scene {
    /// Draws rows of houses with lit windows, mirrored in a river.
    mutating func drawCity() {
        let shore = number(0.72...0.8)
        let haze = drawSky(to: shore).low
        for row in 0..<3 {
            let nearness = Double(row + 1) / 3
            let wall = palette.tone(palette.isBright ? 0.45 : 0.2, 0.06, turn: 0.03 * Double(row))
            drawRow(
                on: shore,
                height: 0.2 + 0.3 * (1 - nearness) + 0.06,
                mix(haze, wall, at: 0.25 + 0.75 * nearness),
                hasWindows: row > 0
            )
        }
        let water = palette.tone(palette.isBright ? 0.6 : 0.25, 0.08)
        fillBand(from: shore, to: 1, upper: mix(water, haze, at: 0.35), lower: water)
        for _ in 0..<Int(60 * aspect) {
            let depth = number(0...1)
            let width = unit * (0.03 + 0.08 * depth)
            let y = shore + 0.008 + depth * (0.98 - shore)
            let x = aspect * number(-0.05...1)
            let light = chance(0.5) ? palette.accent(0.88, 0.09) : haze
            fill(
                .rounded(x: x, y: y, width: width, height: 0.003 + 0.003 * depth, radius: 0.003),
                light.opacity(0.35)
            )
        }
        fill(
            .rectangle(x: 0, y: shore - 0.004, width: aspect, height: 0.01),
            palette.tone(0.3, 0.04)
        )
    }

    private mutating func drawRow(
        on shore: Double,
        height: Double,
        _ wall: Color,
        hasWindows: Bool
    ) {
        let lit = palette.accent(0.9, 0.1).opacity(palette.isBright ? 0.55 : 0.9)
        var x = -0.03
        while x < aspect {
            let width = number(0.06...0.13)
            let top = shore - height * number(0.45...1)
            var house = Path.rectangle(x: x, y: top, width: width, height: shore - top)
            switch count(0...4) {
            case 0:
                let peak = Point(x + width / 2, top - width * 0.5)
                house.add(Path(peak, Point(x + width, top + 0.001), Point(x, top + 0.001)))
            case 1:
                house.add(
                    .rectangle(x: x + width * 0.2, y: top - 0.03, width: width * 0.6, height: 0.031)
                )
            case 2:
                house.add(
                    .rectangle(
                        x: x + width * 0.46,
                        y: top - 0.07,
                        width: width * 0.08,
                        height: 0.071
                    )
                )
            default: break
            }
            fill(
                house,
                .linear(
                    from: Point(x, top),
                    wall,
                    to: Point(x + width, shore),
                    mix(wall, .black, at: 0.18)
                )
            )
            if hasWindows { drawWindows(in: (x, top, width, shore), lit) }
            x += width * number(0.96...1.25)
        }
    }

    private mutating func drawWindows(
        in wall: (x: Double, top: Double, width: Double, bottom: Double),
        _ lit: Color
    ) {
        let columns = max(2, Int(wall.width / 0.024))
        let step = wall.width / Double(columns)
        var windows = Path()
        var y = wall.top + 0.02
        while y < wall.bottom - 0.03 {
            for column in 0..<columns where chance(0.5) {
                let x = wall.x + (Double(column) + 0.28) * step
                windows.add(.rectangle(x: x, y: y, width: step * 0.44, height: 0.013))
            }
            y += 0.03
        }
        fill(windows, lit)
    }
}
