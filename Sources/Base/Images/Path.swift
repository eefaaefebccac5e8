/// A point of a plane with x to the right and y downwards.
package struct Point: Hashable, Sendable {
    /// Need not be inside of the drawing.
    package var x: Double
    package var y: Double

    /// A point with these coordinates, in the unit of its drawing.
    package init(_ x: Double, _ y: Double) {
        self.x = x
        self.y = y
    }
}

extension Point {
    static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    static func * (a: Point, factor: Double) -> Point { Point(a.x * factor, a.y * factor) }

    var length: Double { (x * x + y * y).squareRoot() }
}

/// The outline of an area: closed loops of lines and curves.
///
/// A loop encloses the inside; a loop inside another in the opposite direction is a hole.
struct Path: Hashable, Sendable {
    enum Element: Hashable, Sendable {
        case move(Point)
        case line(Point)
        /// A quadratic curve with one control point.
        case conic(Point, Point)
        /// A cubic curve with two control points.
        case cubic(Point, Point, Point)
    }

    /// A loop begins at each `.move` and is closed by a line if necessary.
    private(set) var elements: [Element] = []

    init() {}

    /// A polygon.
    init(_ points: Point...) {
        add(polygon: points)
    }

    mutating func move(to end: Point) { elements.append(.move(end)) }
    mutating func line(to end: Point) { elements.append(.line(end)) }

    mutating func curve(by control: Point, to end: Point) {
        elements.append(.conic(control, end))
    }

    mutating func curve(by first: Point, _ second: Point, to end: Point) {
        elements.append(.cubic(first, second, end))
    }

    mutating func add(_ path: Path) { elements += path.elements }

    mutating func add(polygon points: [Point]) {
        for (index, point) in points.enumerated() {
            if index == 0 { move(to: point) } else { line(to: point) }
        }
    }

    /// This path with `transform` applied to every point.
    func mapped(_ transform: (Point) -> Point) -> Path {
        var path = Path()
        path.elements = elements.map { element in
            switch element {
            case .move(let end): .move(transform(end))
            case .line(let end): .line(transform(end))
            case .conic(let control, let end): .conic(transform(control), transform(end))
            case .cubic(let first, let second, let end):
                .cubic(transform(first), transform(second), transform(end))
            }
        }
        return path
    }
}
