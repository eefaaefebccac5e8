extension QRCode {
    /// Draws what does not depend on the text: finders, timing, alignment, version.
    mutating func drawPatterns(_ version: QRVersion) {
        for place in 0..<side {
            self[6, place] = place % 2 == 0
            self[place, 6] = place % 2 == 0
        }
        for (x, y) in [(3, 3), (side - 4, 3), (3, side - 4)] { drawSquares(x, y, outer: 4) }
        for (x, y) in Self.alignments(version) { drawSquares(x, y, outer: 2) }
        guard version.number >= 7 else { return }
        let bits = Self.checked(version.number, bits: 12, by: 0x1F25)
        for bit in 0..<18 {
            let (near, far) = (bit / 3, side - 11 + bit % 3)
            self[near, far] = bits >> bit & 1 == 1
            self[far, near] = bits >> bit & 1 == 1
        }
    }

    /// Draws squares inside each other: rings at odd distances from the middle are light, except for
    /// the one beside a middle of three by three.
    private mutating func drawSquares(_ x: Int, _ y: Int, outer: Int) {
        for row in -outer...outer where 0..<side ~= y + row {
            for column in -outer...outer where 0..<side ~= x + column {
                let ring = max(abs(row), abs(column))
                self[x + column, y + row] = outer == 2 ? ring != 1 : ring != 2 && ring != 4
            }
        }
    }

    /// The middles of the alignment patterns; there is none where a finder is.
    private static func alignments(_ version: QRVersion) -> [(x: Int, y: Int)] {
        guard let first = version.alignment.first, let last = version.alignment.last else {
            return []
        }
        return version.alignment.flatMap { y in version.alignment.map { x in (x, y) } }
            .filter { x, y in
                !((x == first && y == first) || (x == first && y == last)
                    || (x == last && y == first))
            }
    }

    /// `number` followed by `bits` bits of its remainder when it is divided by `divisor`.
    private static func checked(_ number: Int, bits: Int, by divisor: Int) -> Int {
        var remainder = number
        for _ in 0..<bits {
            remainder = remainder << 1 ^ (remainder >> (bits - 1)) * divisor
        }
        return number << bits | remainder
    }

    /// Draws level and mask twice, and the module that is always dark.
    mutating func drawFormat(mask: Int) {
        // Level M is 00.
        let bits = Self.checked(mask, bits: 10, by: 0x537) ^ 0x5412
        for bit in 0..<15 {
            let isDark = bits >> bit & 1 == 1
            switch bit {
            case 0...5: self[8, bit] = isDark
            case 6, 7: self[8, bit + 1] = isDark
            case 8: self[7, 8] = isDark
            default: self[14 - bit, 8] = isDark
            }
            if bit < 8 {
                self[side - 1 - bit, 8] = isDark
            } else {
                self[8, side - 15 + bit] = isDark
            }
        }
        self[8, side - 8] = true
    }

    /// Where patterns, format and version are, as a code of its own.
    func takenPlaces(_ version: QRVersion) -> QRCode {
        var taken = QRCode(side: side)
        let fill = { (x: Range<Int>, y: Range<Int>, taken: inout QRCode) in
            for row in y { for column in x { taken[column, row] = true } }
        }
        fill(0..<side, 6..<7, &taken)
        fill(6..<7, 0..<side, &taken)
        fill(0..<9, 0..<9, &taken)
        fill(side - 8..<side, 0..<9, &taken)
        fill(0..<9, side - 8..<side, &taken)
        for (x, y) in Self.alignments(version) { fill(x - 2..<x + 3, y - 2..<y + 3, &taken) }
        if version.number >= 7 {
            fill(0..<6, side - 11..<side - 8, &taken)
            fill(side - 11..<side - 8, 0..<6, &taken)
        }
        return taken
    }

    /// Draws the codewords in pairs of columns from the right, up and down in turn.
    mutating func draw(_ words: [UInt8], except isTaken: QRCode) {
        var bit = 0
        // The timing column is left out of the pairs.
        let columns = stride(from: side - 1, to: 6, by: -2).map(\.self) + [5, 3, 1]
        for (turn, right) in columns.enumerated() {
            for step in 0..<side {
                let y = turn % 2 == 0 ? side - 1 - step : step
                for x in [right, right - 1] where !isTaken[x, y] && bit < 8 * words.count {
                    self[x, y] = words[bit / 8] >> (7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
        }
    }
}
