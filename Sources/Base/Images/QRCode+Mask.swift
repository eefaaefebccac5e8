extension QRCode {
    /// Inverts the data where the mask of this number, 0 to 7, says so (ISO/IEC 18004, table 10).
    mutating func apply(mask: Int, except isTaken: QRCode) {
        for y in 0..<side {
            for x in 0..<side where !isTaken[x, y] && Self.isInverted(x, y, mask) {
                self[x, y].toggle()
            }
        }
    }

    private static func isInverted(_ x: Int, _ y: Int, _ mask: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (y / 2 + x / 3) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    /// How hard the code is to read (ISO/IEC 18004, table 11); the mask with the least is taken.
    var penalty: Int {
        let rows = (0..<side).map { y in (0..<side).map { x in self[x, y] } }
        let columns = (0..<side).map { x in (0..<side).map { y in self[x, y] } }
        let lines = (rows + columns).reduce(0) { $0 + Self.penalty(of: $1) }
        var squares = 0
        for y in 1..<side {
            for x in 1..<side {
                let color = self[x, y]
                if color == self[x - 1, y], color == self[x, y - 1], color == self[x - 1, y - 1] {
                    squares += 3
                }
            }
        }
        let dark = rows.reduce(0) { $0 + $1.count { $0 } }
        let imbalance = abs(20 * dark - 10 * side * side) / (side * side)
        return lines + squares + 10 * imbalance
    }

    /// What looks like a finder with a light side.
    private static let finders: [[Bool]] = [
        [true, false, true, true, true, false, true, false, false, false, false],
        [false, false, false, false, true, false, true, true, true, false, true],
    ]

    /// The penalty of a row or a column for long runs and for what looks like a finder.
    private static func penalty(of line: [Bool]) -> Int {
        var (penalty, run) = (0, 0)
        for (place, color) in line.enumerated() {
            run = place > 0 && line[place - 1] == color ? run + 1 : 1
            if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
        }
        for start in 0...line.count - 11
        where finders.contains(where: { $0.elementsEqual(line[start..<start + 11]) }) {
            penalty += 40
        }
        return penalty
    }
}
