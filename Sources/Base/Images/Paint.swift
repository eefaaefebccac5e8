/// The fill of an area.
enum Paint: Sendable {
    case color(Color)
    /// A gradient along the line between two points, with constant colours beyond them.
    case linear(from: Point, Color, to: Point, Color)
    /// A gradient from the centre to `radius`, with a constant colour beyond it.
    case radial(center: Point, radius: Double, Color, Color)
}

extension Picture {
    /// Fills the inside of `path` with smooth edges.
    mutating func fill(_ path: Path, _ paint: Paint) {
        let rasterizer = Rasterizer(width: width, height: height)
        let width = width
        let brush = Brush(paint)
        pixels.withUnsafeMutableBufferPointer { pixels in
            rasterizer.scan(path) { row, column, coverage in
                let start = row * width + column
                let target = UnsafeMutableBufferPointer(
                    rebasing: pixels[start..<start + coverage.count]
                )
                brush.draw(target, coverage: coverage, row: row, column: column)
            }
        }
    }

    mutating func fill(_ path: Path, _ color: Color) {
        fill(path, .color(color))
    }
}

/// A prepared paint: gradients are looked up in a table of their colours.
private struct Brush {
    private let paint: Paint
    private let shades: [Color]

    init(_ paint: Paint) {
        self.paint = paint
        shades =
            switch paint {
            case .color: []
            case .linear(_, let start, _, let end), .radial(_, _, let start, let end):
                (0...255).map { mix(start, end, at: Double($0) / 255) }
            }
    }

    func draw(
        _ pixels: UnsafeMutableBufferPointer<Color>,
        coverage: UnsafeBufferPointer<UInt8>,
        row: Int,
        column: Int
    ) {
        switch paint {
        case .color(let color):
            for index in pixels.indices where coverage[index] != 0 {
                pixels[index] = color.over(pixels[index], coverage: coverage[index])
            }
        case .linear(let from, _, let to, _):
            let line = to - from
            let square = max(line.x * line.x + line.y * line.y, .leastNormalMagnitude)
            let step = line.x / square
            let offset = Point(Double(column) + 0.5, Double(row) + 0.5) - from
            let start = (offset.x * line.x + offset.y * line.y) / square
            for index in pixels.indices where coverage[index] != 0 {
                let color = shade(start + Double(index) * step)
                pixels[index] = color.over(pixels[index], coverage: coverage[index])
            }
        case .radial(let center, let radius, _, _):
            let y = Double(row) + 0.5 - center.y
            for index in pixels.indices where coverage[index] != 0 {
                let x = Double(column + index) + 0.5 - center.x
                let color = shade((x * x + y * y).squareRoot() / radius)
                pixels[index] = color.over(pixels[index], coverage: coverage[index])
            }
        }
    }

    private func shade(_ position: Double) -> Color {
        shades[Int(min(max(position, 0), 1) * 255 + 0.5)]
    }
}

/// The colour between two others; position 0 is `start`, 1 is `end`.
func mix(_ start: Color, _ end: Color, at position: Double) -> Color {
    func channel(_ a: UInt8, _ b: UInt8) -> UInt8 {
        UInt8((Double(a) + (Double(b) - Double(a)) * position).rounded())
    }
    return Color(
        red: channel(start.red, end.red),
        green: channel(start.green, end.green),
        blue: channel(start.blue, end.blue),
        alpha: channel(start.alpha, end.alpha)
    )
}
