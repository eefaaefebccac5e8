extension Scene {
    /// Draws one object on a table in front of a plain wall, lit from the upper left.
    mutating func drawProduct(_ object: SceneObject?) {
        let table = 0.74
        fillBand(
            from: 0,
            to: table,
            upper: palette.tone(0.95, 0.03),
            lower: palette.tone(0.85, 0.05)
        )
        let glow = Point(aspect * 0.38, 0.34)
        fill(
            .circle(glow, 0.6),
            .radial(center: glow, radius: 0.6, Color.white.opacity(0.6), Color.white.opacity(0))
        )
        fillBand(
            from: table,
            to: 1,
            upper: palette.tone(0.78, 0.06),
            lower: palette.tone(0.68, 0.07)
        )
        if chance(0.5) {
            let disc = Point(aspect / 2 + unit * number(-0.1...0.1), number(0.38...0.46))
            fill(.circle(disc, unit * number(0.26...0.34)), palette.tone(0.8, 0.08, turn: 0.05))
        }
        let foot = Point(aspect / 2, 0.84)
        let size = unit * 0.62
        drawShadow(at: foot + Point(size * 0.1, 0), width: size * 0.62)
        let drawn = SceneObject.allCases[count(0...SceneObject.allCases.count - 1)]
        switch object ?? drawn {
        case .bottle: drawBottle(at: foot, size)
        case .jar: drawJar(at: foot, size)
        case .mug: drawMug(at: foot, size)
        case .vase: drawVase(at: foot, size)
        case .box: drawBox(at: foot, size)
        case .lamp: drawLamp(at: foot, size)
        }
    }

    /// Draws a soft shadow on the table.
    mutating func drawShadow(at center: Point, width: Double) {
        for step in 1...16 {
            let share = Double(step) / 16
            let spot = Path.ellipse(center, width: width * share, height: width * 0.16 * share)
            fill(spot, Color.black.opacity(0.025))
        }
    }

    /// Fills the outline of a round object: light on the left, dark on the right.
    private mutating func fillRound(_ path: Path, from left: Double, to right: Double, color: Color)
    {
        let middle = left + (right - left) * 0.3
        fill(path, color)
        let light = Color.white
        let (a, b, c) = (Point(left, 0), Point(middle, 0), Point(right, 0))
        fill(path, .linear(from: b, Color.black.opacity(0), to: c, Color.black.opacity(0.38)))
        fill(path, .linear(from: a, light.opacity(0.4), to: b, light.opacity(0)))
    }

    private mutating func drawBottle(at foot: Point, _ size: Double) {
        let width = size * number(0.34...0.44)
        let left = foot.x - width / 2
        let shoulder = foot.y - size * number(0.66...0.74)
        let neck = width * number(0.28...0.4)
        let color = palette.accent(0.55, 0.12)
        let top = shoulder - size * 0.14
        let cap = Path.rounded(
            x: foot.x - neck * 0.6,
            y: top - size * 0.13,
            width: neck * 1.2,
            height: size * 0.15,
            radius: neck * 0.15
        )
        var bottle = Path(Point(foot.x - neck / 2, top))
        bottle.line(to: Point(foot.x + neck / 2, top))
        bottle.curve(
            by: Point(foot.x + neck / 2, shoulder - size * 0.02),
            Point(foot.x + width / 2, shoulder - size * 0.06),
            to: Point(foot.x + width / 2, shoulder + size * 0.08)
        )
        bottle.line(to: Point(foot.x + width / 2, foot.y - width * 0.08))
        bottle.curve(by: Point(foot.x + width / 2, foot.y), to: Point(foot.x + width * 0.4, foot.y))
        bottle.line(to: Point(foot.x - width * 0.4, foot.y))
        bottle.curve(by: Point(left, foot.y), to: Point(left, foot.y - width * 0.08))
        bottle.line(to: Point(left, shoulder + size * 0.08))
        bottle.curve(
            by: Point(left, shoulder - size * 0.06),
            Point(foot.x - neck / 2, shoulder - size * 0.02),
            to: Point(foot.x - neck / 2, top)
        )
        fillRound(bottle, from: left, to: left + width, color: color)
        fillRound(
            cap,
            from: foot.x - neck * 0.6,
            to: foot.x + neck * 0.6,
            color: palette.tone(0.32, 0.05)
        )
        drawLabel(x: left, y: shoulder + size * 0.2, width: width, height: size * 0.3)
    }

    private mutating func drawJar(at foot: Point, _ size: Double) {
        let width = size * number(0.58...0.7)
        let height = size * number(0.42...0.55)
        let left = foot.x - width / 2
        let top = foot.y - height
        let body = Path.rounded(x: left, y: top, width: width, height: height, radius: width * 0.12)
        fillRound(body, from: left, to: left + width, color: palette.accent(0.72, 0.11))
        let lid = Path.rounded(
            x: left - width * 0.03,
            y: top - size * 0.13,
            width: width * 1.06,
            height: size * 0.16,
            radius: width * 0.04
        )
        fillRound(
            lid,
            from: left - width * 0.03,
            to: left + width * 1.03,
            color: palette.tone(0.4, 0.06)
        )
        drawLabel(x: left, y: top + height * 0.28, width: width, height: height * 0.46)
    }

    /// Draws a pale label around a round object, with a sign and lines on it.
    private mutating func drawLabel(x: Double, y: Double, width: Double, height: Double) {
        let strip = Path.rectangle(x: x, y: y, width: width, height: height)
        fillRound(strip, from: x, to: x + width, color: palette.tone(0.96, 0.02))
        let ink = palette.accent(0.45, 0.12)
        let middle = x + width / 2
        fill(.circle(Point(middle, y + height * 0.34), height * 0.16), ink)
        fill(
            .rectangle(
                x: middle - width * 0.25,
                y: y + height * 0.62,
                width: width * 0.5,
                height: height * 0.07
            ),
            ink
        )
        fill(
            .rectangle(
                x: middle - width * 0.17,
                y: y + height * 0.77,
                width: width * 0.34,
                height: height * 0.05
            ),
            ink
        )
    }

    private mutating func drawMug(at foot: Point, _ size: Double) {
        let width = size * 0.52
        let height = size * number(0.5...0.62)
        let left = foot.x - width * 0.58
        let top = foot.y - height
        let color = palette.accent(0.62, 0.13)
        let ear = Point(left + width, top + height * 0.48)
        var handle = Path.ellipse(ear, width: width * 0.33, height: height * 0.3)
        handle.add(.ellipse(ear, width: width * 0.21, height: height * 0.19, isHole: true))
        fillRound(handle, from: ear.x - width * 0.33, to: ear.x + width * 0.33, color: color)
        var body = Path(Point(left, top), Point(left + width, top))
        body.line(to: Point(left + width, foot.y - height * 0.12))
        body.curve(by: Point(left + width, foot.y), to: Point(left + width * 0.86, foot.y))
        body.line(to: Point(left + width * 0.14, foot.y))
        body.curve(by: Point(left, foot.y), to: Point(left, foot.y - height * 0.12))
        fillRound(body, from: left, to: left + width, color: color)
        let rim = Point(left + width / 2, top)
        fill(.ellipse(rim, width: width / 2, height: width * 0.11), mix(color, .white, at: 0.45))
        fill(
            .ellipse(rim, width: width * 0.45, height: width * 0.085),
            palette.tone(0.3, 0.05, turn: 0.1)
        )
        fill(
            .rectangle(x: left, y: top + height * 0.62, width: width, height: height * 0.07),
            Color.white.opacity(0.55)
        )
    }

    private mutating func drawVase(at foot: Point, _ size: Double) {
        let height = size * 0.5
        let width = size * number(0.34...0.44)
        let top = foot.y - height
        for index in 0..<count(5...9) {
            let lean = (Double(index % 5) - 2) * 0.16 + number(-0.06...0.06)
            let tip = Point(foot.x + size * lean, top - size * number(0.22...0.5))
            drawLeaf(
                from: Point(foot.x, top + size * 0.06),
                to: tip,
                width: size * number(0.05...0.09)
            )
        }
        var body = Path(Point(foot.x - width * 0.3, top), Point(foot.x + width * 0.3, top))
        body.curve(
            by: Point(foot.x + width * 0.3, top + height * 0.3),
            Point(foot.x + width * 0.9, foot.y - height * 0.25),
            to: Point(foot.x + width * 0.3, foot.y)
        )
        body.line(to: Point(foot.x - width * 0.3, foot.y))
        body.curve(
            by: Point(foot.x - width * 0.9, foot.y - height * 0.25),
            Point(foot.x - width * 0.3, top + height * 0.3),
            to: Point(foot.x - width * 0.3, top)
        )
        fillRound(
            body,
            from: foot.x - width * 0.6,
            to: foot.x + width * 0.6,
            color: palette.accent(0.65, 0.11)
        )
    }

    /// Draws a pointed leaf between two points.
    mutating func drawLeaf(from stem: Point, to tip: Point, width: Double) {
        let along = tip - stem
        let length = max(along.length, .leastNormalMagnitude)
        let across = Point(-along.y, along.x) * (width / length)
        let middle = stem + along * 0.6
        let green = PerceivedColor(
            lightness: number(0.42...0.66),
            chroma: 0.11,
            hue: number(0.33...0.41)
        )
        var leaf = Path()
        leaf.move(to: stem)
        leaf.curve(by: middle + across, to: tip)
        leaf.curve(by: middle - across, to: stem)
        fill(leaf, green.color)
        var half = Path()
        half.move(to: stem)
        half.curve(by: middle + across, to: tip)
        fill(half, Color.black.opacity(0.1))
    }

    private mutating func drawBox(at foot: Point, _ size: Double) {
        let width = size * number(0.42...0.6)
        let height = size * number(0.5...0.8)
        let depth = size * 0.16
        let (left, top) = (foot.x - (width + depth) / 2, foot.y - height)
        let right = left + width
        let color = palette.accent(0.66, 0.12)
        let side = Path(
            Point(right, top),
            Point(right + depth, top - depth * 0.5),
            Point(right + depth, foot.y - depth * 0.5),
            Point(right, foot.y)
        )
        fill(side, mix(color, .black, at: 0.35))
        let lid = Path(
            Point(left, top),
            Point(left + depth, top - depth * 0.5),
            Point(right + depth, top - depth * 0.5),
            Point(right, top)
        )
        fill(lid, mix(color, .white, at: 0.4))
        fill(
            .rectangle(x: left, y: top, width: width, height: height),
            .linear(
                from: Point(left, top),
                mix(color, .white, at: 0.15),
                to: Point(right, foot.y),
                color
            )
        )
        fill(
            .rectangle(x: left, y: top + height * 0.56, width: width, height: height * 0.3),
            palette.tone(0.96, 0.02)
        )
        let sign = Point(left + width / 2, top + height * 0.3)
        fill(.circle(sign, width * 0.2), palette.tone(0.95, 0.05))
        fill(.circle(sign, width * 0.11), palette.tone(0.45, 0.1))
        for line in 0..<3 {
            let y = top + height * (0.62 + 0.075 * Double(line))
            let length = width * (line == 2 ? 0.4 : 0.7)
            fill(
                .rectangle(x: left + width * 0.12, y: y, width: length, height: height * 0.028),
                palette.tone(0.45, 0.06)
            )
        }
    }

    private mutating func drawLamp(at foot: Point, _ size: Double) {
        let height = size * 0.85
        let top = foot.y - height
        let metal = palette.tone(0.35, 0.04)
        fillRound(
            .ellipse(foot - Point(0, size * 0.02), width: size * 0.2, height: size * 0.04),
            from: foot.x - size * 0.2,
            to: foot.x + size * 0.2,
            color: metal
        )
        fillRound(
            .rectangle(
                x: foot.x - size * 0.018,
                y: top,
                width: size * 0.036,
                height: height - size * 0.02
            ),
            from: foot.x - size * 0.018,
            to: foot.x + size * 0.018,
            color: metal
        )
        let light = PerceivedColor(lightness: 0.96, chroma: 0.07, hue: 0.25).color
        let glow = Point(foot.x, top + size * 0.3)
        fill(
            .circle(glow, size * 0.6),
            .radial(center: glow, radius: size * 0.6, light.opacity(0.7), light.opacity(0))
        )
        let shade = Path(
            Point(foot.x - size * 0.17, top),
            Point(foot.x + size * 0.17, top),
            Point(foot.x + size * 0.32, top + size * 0.36),
            Point(foot.x - size * 0.32, top + size * 0.36)
        )
        fillRound(
            shade,
            from: foot.x - size * 0.32,
            to: foot.x + size * 0.32,
            color: palette.accent(0.78, 0.11)
        )
    }
}
