extension Scene {
    /// Draws ridges one behind the other, paler with distance, and firs in front.
    mutating func drawMountains() {
        let haze = drawSky(to: 0.75).low
        let layers = count(3...5)
        for layer in 0..<layers {
            let nearness = Double(layer + 1) / Double(layers)
            let base = 0.42 + 0.42 * nearness
            let rock = palette.tone(palette.isBright ? 0.4 : 0.22, 0.07, turn: 0.05 * nearness)
            let crest = mix(haze, rock, at: 0.2 + 0.8 * nearness)
            let foot = mix(haze, rock, at: nearness * 0.65)
            let points = ridge(base: base, amplitude: 0.3 * (1.15 - nearness * 0.75))
            let peak = points.map(\.y).min() ?? base
            var mountain = Path(Point(0, 1))
            for point in points { mountain.line(to: point) }
            mountain.line(to: Point(aspect, 1))
            fill(mountain, .linear(from: Point(0, peak), crest, to: Point(0, base + 0.2), foot))
        }
        drawBirds(above: 0.5, palette.tone(0.35))
        let fir = palette.tone(palette.isBright ? 0.28 : 0.14, 0.06, turn: 0.04)
        fill(.ground(through: wave(base: 0.93, amplitude: 0.03), bottom: 1.01), fir)
        for _ in 0..<Int(26 * aspect) {
            drawFir(
                at: Point(aspect * number(0...1), number(0.93...1)),
                height: number(0.07...0.17),
                fir
            )
        }
    }

    /// Draws rolling fields under a wide sky, with round trees and a house.
    mutating func drawHills() {
        let haze = drawSky(to: 0.7).low
        drawBirds(above: 0.5, palette.tone(0.4))
        let layers = count(3...5)
        let house = count(1...layers - 1)
        for layer in 0..<layers {
            let nearness = Double(layer) / Double(layers - 1)
            let base = 0.55 + 0.33 * nearness
            let turn = 0.1 + number(-0.05...0.05)
            let near = palette.tone(palette.isBright ? 0.5 : 0.3, 0.12, turn: turn)
            let grass = mix(haze, near, at: 0.35 + 0.65 * nearness)
            let dark = mix(grass, palette.tone(0.25, 0.08, turn: turn), at: 0.35)
            let points = wave(base: base, amplitude: 0.07)
            if layer == house { drawHouse(on: points, size: unit * (0.06 + 0.05 * nearness)) }
            fill(
                .ground(through: points, bottom: 1.01),
                .linear(from: Point(0, base - 0.08), grass, to: Point(0, base + 0.3), dark)
            )
            for _ in 0..<count(2...7) {
                let place = points[count(1...points.count - 2)]
                let size = (0.02 + 0.06 * nearness) * number(0.7...1.3)
                drawTree(
                    at: place + Point(number(-0.06...0.06), 0.012 + size * 0.3),
                    size: size,
                    dark
                )
            }
        }
    }

    /// A jagged line from side to side.
    ///
    /// The middle of each part is moved up or down, less in each round.
    private mutating func ridge(base: Double, amplitude: Double) -> [Point] {
        var heights = [number(-0.5...0.5), number(-0.5...0.5)]
        var reach = 1.0
        for _ in 0..<6 {
            var finer: [Double] = []
            for index in heights.indices.dropLast() {
                let middle = (heights[index] + heights[index + 1]) / 2
                finer += [heights[index], middle + number(-reach...reach) * 0.5]
            }
            finer.append(heights[heights.count - 1])
            heights = finer
            reach *= 0.52
        }
        return heights.enumerated().map { index, height in
            Point(aspect * Double(index) / Double(heights.count - 1), base + height * amplitude)
        }
    }

    /// Points of a gentle line from side to side.
    mutating func wave(base: Double, amplitude: Double) -> [Point] {
        let pieces = max(3, Int((aspect * 4).rounded()))
        return (0...pieces).map { index in
            let x = aspect * Double(index) / Double(pieces)
            return Point(x, base + number(-amplitude...amplitude))
        }
    }

    private mutating func drawFir(at foot: Point, height: Double, _ color: Color) {
        var fir = Path()
        for step in 0..<3 {
            let top = foot.y - height * (1 - Double(step) * 0.24)
            let width = height * (0.13 + Double(step) * 0.07)
            let bottom = top + height * 0.46
            fir.add(
                Path(
                    Point(foot.x, top),
                    Point(foot.x + width, bottom),
                    Point(foot.x - width, bottom)
                )
            )
        }
        fir.add(
            .rectangle(
                x: foot.x - height * 0.03,
                y: foot.y - height * 0.1,
                width: height * 0.06,
                height: height
            )
        )
        fill(fir, color)
    }

    private mutating func drawTree(at foot: Point, size: Double, _ shade: Color) {
        let trunk = palette.tone(0.3, 0.05, turn: -0.1)
        fill(
            .rectangle(x: foot.x - size * 0.07, y: foot.y - size, width: size * 0.14, height: size),
            trunk
        )
        let center = foot - Point(0, size * 1.25)
        let crown = (0..<9).map { index in
            let turns = Double(index) / 9
            let radius = size * number(0.5...0.68)
            return center + Point(cosine(turns: turns), sine(turns: turns)) * radius
        }
        let light = mix(shade, palette.tone(0.75, 0.12, turn: 0.12), at: 0.4)
        fill(
            .blob(through: crown),
            .linear(
                from: center - Point(size * 0.5, size * 0.6),
                light,
                to: center + Point(size * 0.4, size * 0.6),
                shade
            )
        )
    }

    private mutating func drawHouse(on points: [Point], size: Double) {
        let place = points[count(1...points.count - 2)]
        let (x, y) = (place.x, place.y + size * 0.25)
        fill(
            .rectangle(x: x, y: y - size * 0.8, width: size * 1.3, height: size),
            palette.tone(0.96, 0.02)
        )
        let roof = Path(
            Point(x - size * 0.12, y - size * 0.78),
            Point(x + size * 0.25, y - size * 1.35),
            Point(x + size * 1.05, y - size * 1.35),
            Point(x + size * 1.42, y - size * 0.78)
        )
        fill(roof, palette.accent(0.5, 0.13))
        let dark = palette.tone(0.35, 0.05)
        fill(
            .rectangle(
                x: x + size * 0.18,
                y: y - size * 0.55,
                width: size * 0.22,
                height: size * 0.25
            ),
            dark
        )
        fill(
            .rectangle(
                x: x + size * 0.85,
                y: y - size * 0.55,
                width: size * 0.22,
                height: size * 0.6
            ),
            dark
        )
    }
}
