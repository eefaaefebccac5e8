/// The shape in one cell of an identicon, in a square with sides of 1.
enum IdenticonShape: CaseIterable {
    case nothing, square, triangle, quarter, disc, diamond, leaf, half, roof, ring, arch, petal

    /// The shapes that look the same after a quarter turn.
    static let middles: [IdenticonShape] = [.square, .disc, .diamond, .ring, .nothing]

    static let all = allCases

    var path: Path {
        switch self {
        case .nothing:
            return Path()
        case .square:
            return .rectangle(x: 0, y: 0, width: 1, height: 1)
        case .triangle:
            return Path(Point(0, 0), Point(1, 1), Point(0, 1))
        case .quarter:
            var path = Path(Point(0, 1), Point(0, 0))
            path.curve(by: Point(arc, 0), Point(1, 1 - arc), to: Point(1, 1))
            return path
        case .disc:
            return .circle(Point(0.5, 0.5), 0.5)
        case .diamond:
            return Path(Point(0.5, 0), Point(1, 0.5), Point(0.5, 1), Point(0, 0.5))
        case .leaf:
            var path = Path()
            path.move(to: Point(0, 0))
            path.curve(by: Point(arc, 0), Point(1, 1 - arc), to: Point(1, 1))
            path.curve(by: Point(1 - arc, 1), Point(0, arc), to: Point(0, 0))
            return path
        case .half:
            return .rectangle(x: 0, y: 0.5, width: 1, height: 0.5)
        case .roof:
            return Path(Point(0.5, 0), Point(1, 1), Point(0, 1))
        case .ring:
            var path = Path.circle(Point(0.5, 0.5), 0.5)
            path.add(.ellipse(Point(0.5, 0.5), width: 0.22, height: 0.22, isHole: true))
            return path
        case .arch:
            // A half circle on the lower side.
            var path = Path()
            path.move(to: Point(0, 1))
            path.curve(by: Point(0, 1 - arc / 2), Point(0.5 - arc / 2, 0.5), to: Point(0.5, 0.5))
            path.curve(by: Point(0.5 + arc / 2, 0.5), Point(1, 1 - arc / 2), to: Point(1, 1))
            return path
        case .petal:
            // A square with two round corners.
            var path = Path(Point(0, 0), Point(0.5, 0))
            path.curve(by: Point(0.5 + arc / 2, 0), Point(1, 0.5 - arc / 2), to: Point(1, 0.5))
            path.line(to: Point(1, 1))
            path.line(to: Point(0.5, 1))
            path.curve(by: Point(0.5 - arc / 2, 1), Point(0, 0.5 + arc / 2), to: Point(0, 0.5))
            return path
        }
    }

    private var arc: Double { Path.quarterArc }
}
