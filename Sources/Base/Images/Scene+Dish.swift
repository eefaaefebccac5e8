extension Scene {
    /// Draws a plate or bowl of food on a wooden table, seen from above.
    mutating func drawDish() {
        drawTable()
        let center = Point(aspect / 2, 0.5)
        let radius = min(aspect * 0.31, 0.38)
        if chance(0.5) { drawNapkin(around: center, radius) }
        drawCutlery(beside: center, radius)
        for step in 1...6 {
            let spread = 1 + 0.02 * Double(step)
            let shadow = Path.circle(center + Point(0.012, 0.018) * unit, radius * spread)
            fill(shadow, Color.black.opacity(0.05))
        }
        let china = palette.tone(0.97, 0.015)
        let rim = mix(china, .black, at: 0.12)
        fill(
            .circle(center, radius),
            .linear(
                from: center - Point(radius, radius),
                .white,
                to: center + Point(radius, radius),
                rim
            )
        )
        if chance(0.5) {
            var band = Path.circle(center, radius * 0.95)
            band.add(.ellipse(center, width: radius * 0.91, height: radius * 0.91, isHole: true))
            fill(band, palette.accent(0.6, 0.1))
        }
        fill(
            .circle(center, radius * 0.76),
            .linear(
                from: center - Point(radius, radius),
                rim,
                to: center + Point(radius, radius),
                .white
            )
        )
        switch count(0...2) {
        case 0: drawSoup(in: center, radius * 0.7)
        case 1: drawNoodles(in: center, radius * 0.62)
        default: drawSalad(in: center, radius * 0.64)
        }
    }

    private mutating func drawTable() {
        let light = PerceivedColor(
            lightness: number(0.5...0.82),
            chroma: 0.05,
            hue: number(0.12...0.2)
        )
        let wood = mix(light.color, palette.tone(light.lightness, 0.06), at: 0.45)
        let boards = 6
        for board in 0..<boards {
            let top = Double(board) / Double(boards)
            let shade = mix(wood, chance(0.5) ? .black : .white, at: number(0...0.1))
            fillBand(
                from: top,
                to: top + 1 / Double(boards),
                upper: shade,
                lower: mix(shade, .black, at: 0.06)
            )
            for _ in 0..<5 {
                let y = top + number(0.02...0.15)
                let x = aspect * number(-0.3...0.8)
                let grain = Path.rounded(
                    x: x,
                    y: y,
                    width: aspect * number(0.2...0.6),
                    height: 0.0025,
                    radius: 0.001
                )
                fill(grain, Color.black.opacity(0.06))
            }
            fill(.rectangle(x: 0, y: top, width: aspect, height: 0.003), Color.black.opacity(0.25))
        }
    }

    private mutating func drawNapkin(around center: Point, _ radius: Double) {
        let corner = center + Point(radius * number(0.2...0.5), radius * number(-0.9 ... -0.7))
        let side = radius * 1.1
        let turn = number(-0.04...0.06)
        let (x, y) = (cosine(turns: turn), sine(turns: turn))
        func place(_ along: Double, _ down: Double) -> Point {
            corner + Point(along * x - down * y, along * y + down * x) * side
        }
        let cloth = palette.accent(0.75, 0.1)
        fill(Path(place(0, 0), place(1, 0), place(1, 1.7), place(0, 1.7)), cloth)
        for line in 1..<7 {
            let down = Double(line) * 0.25
            let stripe = Path(
                place(0, down),
                place(1, down),
                place(1, down + 0.05),
                place(0, down + 0.05)
            )
            fill(stripe, Color.white.opacity(0.6))
        }
    }

    private mutating func drawCutlery(beside center: Point, _ radius: Double) {
        let steel = palette.tone(0.82, 0.015)
        let dark = palette.tone(0.6, 0.015)
        let length = radius * 1.5
        let top = center.y - length / 2
        let fork = center.x - radius * 1.22
        var tines = Path.rounded(
            x: fork - radius * 0.03,
            y: top + length * 0.3,
            width: radius * 0.06,
            height: length * 0.7,
            radius: radius * 0.03
        )
        tines.add(
            .rounded(
                x: fork - radius * 0.09,
                y: top + length * 0.22,
                width: radius * 0.18,
                height: length * 0.14,
                radius: radius * 0.06
            )
        )
        for tine in 0..<4 {
            let x = fork - radius * 0.09 + Double(tine) * radius * 0.05
            tines.add(
                .rounded(
                    x: x,
                    y: top,
                    width: radius * 0.03,
                    height: length * 0.3,
                    radius: radius * 0.015
                )
            )
        }
        fill(tines.mapped { $0 + Point(0.005, 0.007) * unit }, Color.black.opacity(0.18))
        fill(tines, .linear(from: Point(fork - 0.03, 0), steel, to: Point(fork + 0.03, 0), dark))
        let knife = center.x + radius * 1.22
        var blade = Path(Point(knife - radius * 0.04, top + length * 0.55))
        blade.line(to: Point(knife - radius * 0.04, top))
        blade.curve(
            by: Point(knife + radius * 0.08, top + length * 0.1),
            to: Point(knife + radius * 0.07, top + length * 0.55)
        )
        blade.add(
            .rounded(
                x: knife - radius * 0.04,
                y: top + length * 0.53,
                width: radius * 0.09,
                height: length * 0.47,
                radius: radius * 0.04
            )
        )
        fill(blade.mapped { $0 + Point(0.005, 0.007) * unit }, Color.black.opacity(0.18))
        fill(blade, .linear(from: Point(knife - 0.03, 0), steel, to: Point(knife + 0.03, 0), dark))
    }

    private mutating func drawSoup(in center: Point, _ radius: Double) {
        let broth = PerceivedColor(
            lightness: number(0.55...0.75),
            chroma: 0.13,
            hue: number(0.1...0.3)
        )
        let color = broth.color
        fill(
            .circle(center, radius),
            .radial(
                center: center,
                radius: radius,
                mix(color, .white, at: 0.15),
                mix(color, .black, at: 0.12)
            )
        )
        var swirl = Path()
        for step in 0..<3 {
            let size = radius * (0.3 + 0.2 * Double(step))
            swirl.add(
                .ellipse(center, width: size + radius * 0.03, height: size * 0.9 + radius * 0.03)
            )
            swirl.add(.ellipse(center, width: size, height: size * 0.9, isHole: true))
        }
        fill(swirl, Color.white.opacity(0.45))
        scatter(count(8...16), in: center, radius * 0.75) { scene, place in
            let bit = scene.palette.accent(0.55, 0.14)
            scene.fill(.circle(place, radius * 0.035), bit)
        }
        garnish(at: center, radius * 0.4)
    }

    private mutating func drawNoodles(in center: Point, _ radius: Double) {
        let dough = PerceivedColor(lightness: 0.84, chroma: 0.1, hue: number(0.2...0.25)).color
        fill(.circle(center, radius * 0.92), mix(dough, .black, at: 0.3))
        for _ in 0..<70 {
            let size = radius * number(0.3...0.85)
            let turns = number(0...1)
            let away = max(0, radius - size) * number(0...1)
            let middle = center + Point(cosine(turns: turns), sine(turns: turns)) * away
            let height = size * number(0.6...1)
            var strand = Path.ellipse(middle, width: size, height: height)
            let width = radius * 0.045
            strand.add(.ellipse(middle, width: size - width, height: height - width, isHole: true))
            fill(strand, mix(dough, chance(0.5) ? .white : .black, at: number(0...0.22)))
        }
        let sauce = PerceivedColor(lightness: 0.52, chroma: 0.16, hue: number(0.06...0.12)).color
        fill(.blob(through: around(center, radius * 0.5)), mix(sauce, .black, at: 0.15))
        fill(.blob(through: around(center - Point(0.006, 0.008) * unit, radius * 0.44)), sauce)
        scatter(count(5...9), in: center, radius * 0.4) { scene, place in
            scene.drawBall(
                at: place,
                radius * scene.number(0.07...0.12),
                mix(sauce, .black, at: 0.3)
            )
        }
        garnish(at: center, radius * 0.35)
    }

    private mutating func drawSalad(in center: Point, _ radius: Double) {
        for _ in 0..<70 {
            let turns = number(0...1)
            let away = radius * number(0...0.8)
            let place = center + Point(cosine(turns: turns), sine(turns: turns)) * away
            let lean = number(0...1)
            let tip =
                place + Point(cosine(turns: lean), sine(turns: lean))
                * (radius * number(0.25...0.45))
            drawLeaf(from: place, to: tip, width: radius * number(0.12...0.22))
        }
        let fruit = PerceivedColor(lightness: 0.6, chroma: 0.19, hue: number(0.05...0.1)).color
        scatter(count(5...8), in: center, radius * 0.75) { scene, place in
            scene.drawBall(at: place, radius * scene.number(0.1...0.15), fruit)
        }
        let ring = palette.accent(0.82, 0.1)
        scatter(count(3...6), in: center, radius * 0.7) { scene, place in
            let size = radius * 0.13
            var slice = Path.circle(place, size)
            slice.add(.ellipse(place, width: size * 0.72, height: size * 0.72, isHole: true))
            scene.fill(slice, ring)
        }
    }

    /// Draws a ball with light and shadow.
    private mutating func drawBall(at center: Point, _ radius: Double, _ color: Color) {
        fill(.circle(center + Point(radius, radius) * 0.18, radius), Color.black.opacity(0.18))
        let light = center - Point(radius, radius) * 0.35
        fill(
            .circle(center, radius),
            .radial(
                center: light,
                radius: radius * 1.6,
                mix(color, .white, at: 0.35),
                mix(color, .black, at: 0.2)
            )
        )
    }

    private mutating func garnish(at center: Point, _ size: Double) {
        let start = number(0...1)
        for leaf in 0..<3 {
            let turns = start + Double(leaf) * 0.14
            let tip = center + Point(cosine(turns: turns), sine(turns: turns)) * size
            drawLeaf(from: center, to: tip, width: size * 0.4)
        }
    }

    /// Calls `body` for `count` random places within `radius` of a centre.
    private mutating func scatter(
        _ count: Int,
        in center: Point,
        _ radius: Double,
        _ body: (inout Scene, Point) -> Void
    ) {
        for _ in 0..<count {
            let turns = number(0...1)
            let away = radius * number(0...1).squareRoot()
            body(&self, center + Point(cosine(turns: turns), sine(turns: turns)) * away)
        }
    }

    /// Points of an irregular ring.
    private mutating func around(_ center: Point, _ radius: Double) -> [Point] {
        (0..<10).map { index in
            let turns = Double(index) / 10
            let reach = radius * number(0.82...1.12)
            return center + Point(cosine(turns: turns), sine(turns: turns)) * reach
        }
    }
}
