extension Path {
    /// The distance of the control points of a quarter circle from its ends, for a radius of 1.
    static let quarterArc = 0.5522847498

    static func rectangle(x: Double, y: Double, width: Double, height: Double) -> Path {
        Path(
            Point(x, y),
            Point(x + width, y),
            Point(x + width, y + height),
            Point(x, y + height)
        )
    }

    static func circle(_ center: Point, _ radius: Double) -> Path {
        ellipse(center, width: radius, height: radius)
    }

    /// An ellipse drawn clockwise, or anticlockwise as a hole in another shape.
    static func ellipse(
        _ center: Point,
        width: Double,
        height: Double,
        isHole: Bool = false
    ) -> Path {
        let height = isHole ? -height : height
        let (controlX, controlY) = (width * quarterArc, height * quarterArc)
        let (x, y) = (center.x, center.y)
        var path = Path()
        path.move(to: Point(x + width, y))
        path.curve(
            by: Point(x + width, y + controlY),
            Point(x + controlX, y + height),
            to: Point(x, y + height)
        )
        path.curve(
            by: Point(x - controlX, y + height),
            Point(x - width, y + controlY),
            to: Point(x - width, y)
        )
        path.curve(
            by: Point(x - width, y - controlY),
            Point(x - controlX, y - height),
            to: Point(x, y - height)
        )
        path.curve(
            by: Point(x + controlX, y - height),
            Point(x + width, y - controlY),
            to: Point(x + width, y)
        )
        return path
    }

    /// A rectangle with corners of radius `radius`, or less where there is not enough room.
    static func rounded(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        radius: Double
    ) -> Path {
        let radius = max(0, min(radius, width / 2, height / 2))
        let inset = radius * (1 - quarterArc)
        let (right, bottom) = (x + width, y + height)
        var path = Path()
        path.move(to: Point(x + radius, y))
        path.line(to: Point(right - radius, y))
        path.curve(
            by: Point(right - inset, y),
            Point(right, y + inset),
            to: Point(right, y + radius)
        )
        path.line(to: Point(right, bottom - radius))
        path.curve(
            by: Point(right, bottom - inset),
            Point(right - inset, bottom),
            to: Point(right - radius, bottom)
        )
        path.line(to: Point(x + radius, bottom))
        path.curve(
            by: Point(x + inset, bottom),
            Point(x, bottom - inset),
            to: Point(x, bottom - radius)
        )
        path.line(to: Point(x, y + radius))
        path.curve(by: Point(x, y + inset), Point(x + inset, y), to: Point(x + radius, y))
        return path
    }

    /// The area between `bottom` and a smooth line through `points`, given from left to right.
    static func ground(through points: [Point], bottom: Double) -> Path {
        var path = Path()
        guard let first = points.first, let last = points.last else { return path }
        path.move(to: Point(first.x, bottom))
        path.line(to: first)
        path.addSmoothLine(through: points)
        path.line(to: Point(last.x, bottom))
        return path
    }

    /// A closed smooth line through `points`; empty for fewer than three.
    static func blob(through points: [Point]) -> Path {
        var path = Path()
        let count = points.count
        guard count > 2 else { return path }
        path.move(to: points[0])
        for index in 0..<count {
            let (start, end) = (points[index], points[(index + 1) % count])
            let before = points[(index + count - 1) % count]
            let after = points[(index + 2) % count]
            path.curve(
                by: start + (end - before) * (1 / 6.0),
                end - (after - start) * (1 / 6.0),
                to: end
            )
        }
        return path
    }

    /// Continues from the first of `points`, where the path ends, through the others to the last.
    private mutating func addSmoothLine(through points: [Point]) {
        for index in points.indices.dropLast() {
            let (start, end) = (points[index], points[index + 1])
            let before = points[max(index - 1, 0)]
            let after = points[min(index + 2, points.count - 1)]
            curve(
                by: start + (end - before) * (1 / 6.0),
                end - (after - start) * (1 / 6.0),
                to: end
            )
        }
    }
}
