/// A text split into measured words, ready to be set in lines of any width.
struct TextBlock {
    /// Glyphs that stay together on a line; measures are in ems.
    struct Word {
        var glyphs: [(id: UInt32, x: Double)] = []
        var width = 0.0
    }

    struct Line {
        var glyphs: [(id: UInt32, x: Double)] = []
        var width = 0.0
    }

    /// The distance between two baselines, in ems.
    static let lineHeight = 1.2

    /// The words of each paragraph; a line break in the text ends a paragraph.
    private let paragraphs: [[Word]]
    private let space: Double

    /// At most this many characters of a text are drawn.
    private static let longest = 2000

    init(_ text: String, in font: borrowing Font) {
        var paragraphs: [[Word]] = [[]]
        var word = Word()
        for scalar in text.unicodeScalars.prefix(TextBlock.longest) {
            switch scalar {
            case "\n":
                if !word.glyphs.isEmpty { paragraphs[paragraphs.count - 1].append(word) }
                word = Word()
                paragraphs.append([])
            case _ where scalar.properties.isWhitespace && scalar != "\u{A0}":
                if !word.glyphs.isEmpty { paragraphs[paragraphs.count - 1].append(word) }
                word = Word()
            case _ where isInvisible(scalar):
                continue
            default:
                let glyph = font.glyph(of: scalar)
                if let last = word.glyphs.last {
                    word.width += font.kerning(between: last.id, and: glyph)
                }
                word.glyphs.append((glyph, word.width))
                word.width += font.advance(of: glyph)
            }
        }
        if !word.glyphs.isEmpty { paragraphs[paragraphs.count - 1].append(word) }
        self.paragraphs = paragraphs
        space = font.advance(of: font.glyph(of: " "))
    }

    var isEmpty: Bool { paragraphs.allSatisfy(\.isEmpty) }

    /// The lines with only the text's own line breaks.
    func unwrapped() -> [Line] {
        paragraphs.map { line(of: $0[...]) }
    }

    /// The lines when none may be wider than `width`, in ems.
    ///
    /// Nil when a single word is wider, unless `breaksWords` is set.
    func wrapped(to width: Double, breaksWords: Bool = false) -> [Line]? {
        var lines: [Line] = []
        for paragraph in paragraphs {
            var words = paragraph[...]
            if words.isEmpty { lines.append(Line()) }
            while let first = words.first {
                if first.width > width {
                    guard breaksWords else { return nil }
                    let (head, tail) = split(first, at: width)
                    lines.append(line(of: [head]))
                    words = (tail.map { [$0] } ?? []) + words.dropFirst()
                    continue
                }
                var count = 1
                var reach = first.width
                for word in words.dropFirst() {
                    reach += space + word.width
                    if reach > width { break }
                    count += 1
                }
                lines.append(line(of: words.prefix(count)))
                words = words.dropFirst(count)
            }
        }
        return lines
    }

    private func line(of words: ArraySlice<Word>) -> Line {
        var line = Line()
        for word in words {
            if !line.glyphs.isEmpty { line.width += space }
            let start = line.width
            line.glyphs += word.glyphs.map { ($0.id, $0.x + start) }
            line.width += word.width
        }
        return line
    }

    /// Splits off as many glyphs of `word` as fit into `width`, at least one.
    private func split(_ word: Word, at width: Double) -> (head: Word, tail: Word?) {
        let count = max(1, (word.glyphs.firstIndex { $0.x > width } ?? word.glyphs.count) - 1)
        guard count < word.glyphs.count else { return (word, nil) }
        let cut = word.glyphs[count].x
        let head = Word(glyphs: Array(word.glyphs[..<count]), width: cut)
        let tail = Word(
            glyphs: word.glyphs[count...].map { ($0.id, $0.x - cut) },
            width: word.width - cut
        )
        return (head, tail)
    }
}

/// Whether a scalar only changes how its neighbours look and has no glyph of its own.
private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format: true
    default: scalar.properties.isVariationSelector
    }
}
