/// A straight part of an outline, from its upper to its lower end.
struct Edge {
    var top: Point
    var bottom: Point
    /// 1 where the outline goes down, -1 where it goes up.
    var winding: Float
}

extension Path {
    /// The outline as straight parts, with curves split finely enough for pixels of size 1.
    ///
    /// Horizontal parts are left out, because they cover nothing.
    func edges() -> [Edge] {
        var edges: [Edge] = []
        var start = Point(0, 0)
        var current = start
        func line(to end: Point) {
            if current.y < end.y {
                edges.append(Edge(top: current, bottom: end, winding: 1))
            } else if current.y > end.y {
                edges.append(Edge(top: end, bottom: current, winding: -1))
            }
            current = end
        }
        for element in elements {
            switch element {
            case .move(let end):
                line(to: start)
                start = end
                current = end
            case .line(let end):
                line(to: end)
            case .conic(let control, let end):
                let origin = current
                let steps = pieces(bend: (origin - control * 2 + end).length)
                for step in 1...steps {
                    let t = Double(step) / Double(steps)
                    let (a, b) = (origin * ((1 - t) * (1 - t)), control * (2 * t * (1 - t)))
                    line(to: a + b + end * (t * t))
                }
            case .cubic(let first, let second, let end):
                let origin = current
                let bend = max(
                    (origin - first * 2 + second).length,
                    (first - second * 2 + end).length
                )
                let steps = pieces(bend: bend * 3)
                for step in 1...steps {
                    let t = Double(step) / Double(steps)
                    let rest = 1 - t
                    let near = origin * (rest * rest * rest) + first * (3 * t * rest * rest)
                    line(to: near + second * (3 * t * t * rest) + end * (t * t * t))
                }
            }
        }
        line(to: start)
        return edges
    }
}

/// How many lines replace a curve so that the error is at most a fortieth of a pixel.
private func pieces(bend: Double) -> Int {
    let count = (bend * 10).squareRoot().rounded(.up)
    return count.isFinite ? Int(min(max(count, 1), 200)) : 1
}
