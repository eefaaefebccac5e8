/// Computes how much of each pixel an outline covers, exactly except for rounding.
///
/// No samples are taken: for each row it adds up how every edge changes the coverage of the pixel
/// that it crosses and of all pixels to the right. The running sum over the row is the coverage.
struct Rasterizer {
    let width: Int
    let height: Int

    /// Calls `body` for each row that the outline covers in part, from the top.
    ///
    /// It gets the row, the column of the first coverage value, and the values, 0 to 255.
    func scan(
        _ path: Path,
        _ body: (_ row: Int, _ column: Int, _ coverage: UnsafeBufferPointer<UInt8>) -> Void
    ) {
        var edges = path.edges()
        // With far larger numbers the sums would be wrong, and with infinities the program would
        // stop.
        guard edges.allSatisfy({ isNear($0.top) && isNear($0.bottom) }) else { return }
        edges.removeAll { $0.bottom.y <= 0 || $0.top.y >= Double(height) }
        edges.sort { $0.top.y < $1.top.y }
        guard let first = edges.first else { return }

        withUnsafeTemporaryAllocation(of: Float.self, capacity: width + 2) { sums in
            sums.initialize(repeating: 0)
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { coverage in
                coverage.initialize(repeating: 0)
                var line = Line(width: width, sums: sums)
                var active: [Edge] = []
                var next = 0
                var row = max(0, Int(first.top.y.rounded(.down)))
                while row < height, next < edges.count || !active.isEmpty {
                    while next < edges.count, edges[next].top.y < Double(row + 1) {
                        active.append(edges[next])
                        next += 1
                    }
                    for edge in active { line.add(edge, row: row) }
                    active.removeAll { $0.bottom.y <= Double(row + 1) }
                    if let columns = line.flushRow(into: coverage) {
                        body(
                            row,
                            columns.lowerBound,
                            UnsafeBufferPointer(rebasing: coverage[columns])
                        )
                    }
                    row += 1
                }
            }
        }
    }
}

/// Whether both coordinates are numbers within a million.
private func isNear(_ point: Point) -> Bool {
    abs(point.x) < 1_000_000 && abs(point.y) < 1_000_000
}

/// One row of pixels while edges are added to it.
private struct Line {
    let width: Int
    /// The differences of coverage between neighbouring pixels; all 0 between rows.
    let sums: UnsafeMutableBufferPointer<Float>
    /// The columns in which `sums` is not 0.
    private var used: (first: Int, last: Int)

    init(width: Int, sums: UnsafeMutableBufferPointer<Float>) {
        self.width = width
        self.sums = sums
        used = (first: width + 2, last: -1)
    }

    /// Adds the part of `edge` that is in `row`.
    mutating func add(_ edge: Edge, row: Int) {
        let top = max(edge.top.y, Double(row))
        let bottom = min(edge.bottom.y, Double(row + 1))
        guard top < bottom else { return }
        let slope = (edge.bottom.x - edge.top.x) / (edge.bottom.y - edge.top.y)
        let topX = edge.top.x + (top - edge.top.y) * slope
        let bottomX = edge.top.x + (bottom - edge.top.y) * slope
        add(
            from: Float(min(topX, bottomX)),
            to: Float(max(topX, bottomX)),
            height: Float(bottom - top) * edge.winding
        )
    }

    /// Adds a part that spans `left` to `right`.
    ///
    /// What is outside the picture counts in the first column on the left and is ignored on the
    /// right.
    private mutating func add(from left: Float, to right: Float, height: Float) {
        let limit = Float(width)
        if right <= 0 { return add(height, at: 0, offset: 0) }
        if left >= limit { return }
        let perColumn = right > left ? height / (right - left) : 0
        if left < 0 { add(perColumn * -left, at: 0, offset: 0) }
        let (start, end) = (max(left, 0), min(right, limit))
        let firstColumn = Int(start)
        if end <= Float(firstColumn + 1) {
            let share = right > left ? perColumn * (end - start) : height
            return add(share, at: firstColumn, offset: (start + end) / 2 - Float(firstColumn))
        }
        for column in firstColumn...Int(end) {
            let from = max(start, Float(column))
            let to = min(end, Float(column + 1))
            guard from < to else { continue }
            add(perColumn * (to - from), at: column, offset: (from + to) / 2 - Float(column))
        }
    }

    /// Adds a part within one column, whose middle is `offset` from the column's left.
    private mutating func add(_ height: Float, at column: Int, offset: Float) {
        sums[column] += height * (1 - offset)
        sums[column + 1] += height * offset
        used.first = min(used.first, column)
        used.last = max(used.last, column + 1)
    }

    /// Writes the coverage of the row and clears it; returns the columns that are covered.
    mutating func flushRow(into coverage: UnsafeMutableBufferPointer<UInt8>) -> Range<Int>? {
        guard used.first <= used.last else { return nil }
        defer { used = (first: width + 2, last: -1) }
        var sum: Float = 0
        for column in used.first...used.last {
            sum += sums[column]
            sums[column] = 0
            if column < width {
                coverage[column] = UInt8(min(abs(sum), 1) * 255 + 0.5)
            }
        }
        guard used.first < width else { return nil }
        // Where the outline continues beyond the right side, the coverage continues to that side.
        var end = min(used.last + 1, width)
        let rest = UInt8(min(abs(sum), 1) * 255 + 0.5)
        if rest > 0, end < width {
            coverage[end..<width].update(repeating: rest)
            end = width
        }
        return used.first..<end
    }
}
