extension Scene {
    /// Fills the sky down to `horizon`, with sun or moon and clouds.
    ///
    /// Returns the colour at the horizon and the horizontal position of the sun.
    mutating func drawSky(to horizon: Double) -> (low: Color, sun: Double) {
        let isBright = palette.isBright
        let top = isBright ? palette.tone(0.74, 0.1) : palette.tone(0.3, 0.08)
        let turn = number(-0.14...0.14)
        let low = isBright ? palette.tone(0.94, 0.05, turn: turn) : palette.accent(0.72, 0.1)
        fillBand(from: 0, to: horizon, upper: top, lower: low)
        if !isBright { drawStars(above: horizon * 0.5) }

        let sun = Point(aspect * number(0.18...0.82), horizon * number(0.25...0.75))
        let radius = unit * number(0.05...0.09)
        let warm = PerceivedColor(lightness: 0.97, chroma: 0.06, hue: 0.25).color
        let light = mix(
            isBright ? palette.accent(0.97, 0.04) : palette.accent(0.9, 0.09),
            warm,
            at: 0.6
        )
        fill(
            .circle(sun, radius * 5),
            .radial(center: sun, radius: radius * 5, light.opacity(0.5), light.opacity(0))
        )
        fill(.circle(sun, radius), light)
        for _ in 0..<count(1...4) {
            let place = Point(aspect * number(0...1), horizon * number(0.12...0.6))
            drawCloud(at: place, width: unit * number(0.18...0.36), light)
        }
        return (low, sun.x)
    }

    private mutating func drawStars(above limit: Double) {
        for _ in 0..<40 {
            let place = Point(aspect * number(0...1), limit * number(0...1))
            fill(.circle(place, unit * number(0.0012...0.003)), Color.white.opacity(0.8))
        }
    }

    private mutating func drawCloud(at place: Point, width: Double, _ color: Color) {
        let height = width * 0.16
        let left = place.x - width / 2
        var cloud = Path.rounded(
            x: left,
            y: place.y - height,
            width: width,
            height: height,
            radius: height / 2
        )
        for (x, size) in [(0.3, 0.13), (0.52, 0.19), (0.72, 0.12)] {
            let center = Point(left + width * (x + number(-0.04...0.04)), place.y - height * 0.7)
            cloud.add(.circle(center, width * size))
        }
        // Round above and flat below: the lower side fades out.
        let strong = color.opacity(palette.isBright ? 0.75 : 0.3)
        fill(
            cloud,
            .linear(
                from: Point(0, place.y - height * 0.6),
                strong,
                to: Point(0, place.y + width * 0.1),
                color.opacity(0)
            )
        )
    }

    /// Draws a few distant birds.
    mutating func drawBirds(above horizon: Double, _ color: Color) {
        let flock = Point(aspect * number(0.15...0.75), horizon * number(0.25...0.6))
        for _ in 0..<count(3...6) {
            let place = flock + Point(number(-0.1...0.1), number(-0.05...0.05)) * unit
            let size = unit * number(0.012...0.022)
            var bird = Path()
            bird.move(to: place + Point(-size, -size * 0.4))
            bird.curve(by: place + Point(-size * 0.4, -size * 0.7), to: place)
            bird.curve(
                by: place + Point(size * 0.4, -size * 0.7),
                to: place + Point(size, -size * 0.4)
            )
            bird.curve(by: place + Point(size * 0.4, -size * 0.4), to: place + Point(0, size * 0.3))
            bird.curve(
                by: place + Point(-size * 0.4, -size * 0.4),
                to: place + Point(-size, -size * 0.4)
            )
            fill(bird, color)
        }
    }
}
