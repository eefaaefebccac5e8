/// A QR code (ISO/IEC 18004): a text as a square of dark and light modules.
///
/// Error correction is at level M, so 15 % of it may be hidden.
package struct QRCode: Hashable, Sendable {
    /// The longest text, in bytes of UTF-8.
    package static let longestText = 180

    /// How many modules a side has, without the light margin around the code.
    ///
    /// 21 for the smallest version, 17 + 4 · version for the others.
    package let side: Int
    /// Whether each module is dark, in rows from the top.
    private var modules: [Bool]

    /// The smallest code of `text`; nil when it is longer than ``longestText``.
    ///
    /// Bytes are encoded in byte mode, so any UTF-8 is possible.
    package init?(_ text: String) {
        guard text.utf8.count <= QRCode.longestText,
            let (version, words) = QRCode.codewords(of: Array(text.utf8))
        else { return nil }
        var plan = QRCode(side: version.side)
        plan.drawPatterns(version)
        let isTaken = plan.takenPlaces(version)
        plan.draw(words, except: isTaken)
        let candidates = (0..<8).map { mask in
            var code = plan
            code.apply(mask: mask, except: isTaken)
            code.drawFormat(mask: mask)
            return code
        }
        // The first of equals, as `min` gives it.
        self = candidates.min { $0.penalty < $1.penalty } ?? plan
    }

    init(side: Int) {
        self.side = side
        modules = [Bool](repeating: false, count: side * side)
    }

    /// Whether the module in column `x` of row `y` is dark, both from 0.
    package internal(set) subscript(x: Int, y: Int) -> Bool {
        get { modules[y * side + x] }
        set { modules[y * side + x] = newValue }
    }

    /// The code in black on white with the margin of four modules that readers need.
    ///
    /// `moduleSize` is the side of a module in pixels; throws ``ImageError/size(width:height:)``
    /// when the picture would be too large.
    ///
    /// The whole is `(side + 8) × moduleSize` pixels wide and high.
    package func picture(moduleSize: Int) throws(ImageError) -> Picture {
        let margin = 4
        let length = (side + 2 * margin) * moduleSize
        var picture = try Picture(width: length, height: length, color: .white)
        for y in 0..<side * moduleSize {
            let row = (y + margin * moduleSize) * length + margin * moduleSize
            for x in 0..<side * moduleSize where self[x / moduleSize, y / moduleSize] {
                picture.pixels[row + x] = .black
            }
        }
        return picture
    }
}

/// One of the sizes of QR codes, with what level M makes of it (ISO/IEC 18004, tables 1, 9 and E.1).
struct QRVersion {
    /// 1 for the smallest.
    let number: Int
    /// All codewords: data and correction.
    let words: Int
    /// The codewords for correction in each block.
    let correction: Int
    let blocks: Int
    /// The middles of the alignment patterns, as columns and as rows.
    let alignment: [Int]

    var side: Int { 17 + 4 * number }
    var dataWords: Int { words - correction * blocks }

    static let all = [
        QRVersion(number: 1, words: 26, correction: 10, blocks: 1, alignment: []),
        QRVersion(number: 2, words: 44, correction: 16, blocks: 1, alignment: [6, 18]),
        QRVersion(number: 3, words: 70, correction: 26, blocks: 1, alignment: [6, 22]),
        QRVersion(number: 4, words: 100, correction: 18, blocks: 2, alignment: [6, 26]),
        QRVersion(number: 5, words: 134, correction: 24, blocks: 2, alignment: [6, 30]),
        QRVersion(number: 6, words: 172, correction: 16, blocks: 4, alignment: [6, 34]),
        QRVersion(number: 7, words: 196, correction: 18, blocks: 4, alignment: [6, 22, 38]),
        QRVersion(number: 8, words: 242, correction: 22, blocks: 4, alignment: [6, 24, 42]),
        QRVersion(number: 9, words: 292, correction: 22, blocks: 5, alignment: [6, 26, 46]),
    ]
}
