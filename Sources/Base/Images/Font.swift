internal import CMockPostlyImages

/// The font of all texts: DejaVu Sans, which is embedded in the program, or else one of the
/// system's.
///
/// Measures are in ems: multiply them by the font size to get pixels. Heights count upwards. Opened
/// for one drawing and closed afterwards, which takes less than 0.1 ms, so that threads share
/// nothing.
struct Font: ~Copyable {
    private let handle: OpaquePointer
    private let unit: Double

    /// How far letters reach above the baseline.
    let ascent: Double
    /// How far letters reach below the baseline.
    let descent: Double
    /// The height of capital letters.
    let capHeight: Double

    /// Nil when no font is embedded and none is in the system's usual places.
    init?() {
        guard let handle = mockpostly_font_open() else { return nil }
        let measures = mockpostly_font_measure(handle)
        self.handle = handle
        unit = 1 / Double(max(measures.units_per_em, 1))
        ascent = Double(measures.ascender) * unit
        descent = -Double(measures.descender) * unit
        capHeight = Double(measures.cap_height) * unit
    }

    deinit { mockpostly_font_close(handle) }

    /// Whether a font is embedded in the program.
    static var isBuiltIn: Bool { mockpostly_font_is_built_in() }

    /// The number of the glyph for `scalar`; that of a box when the font has none.
    func glyph(of scalar: Unicode.Scalar) -> UInt32 {
        mockpostly_font_glyph(handle, scalar.value)
    }

    func advance(of glyph: UInt32) -> Double {
        Double(mockpostly_font_advance(handle, glyph)) * unit
    }

    /// The correction to the advance of `left` when `right` follows.
    func kerning(between left: UInt32, and right: UInt32) -> Double {
        Double(mockpostly_font_kerning(handle, left, right)) * unit
    }

    /// The outline of a glyph in pixels, at `size` pixels per em, with its baseline start at
    /// `origin`.
    func outline(of glyph: UInt32, at origin: Point, size: Double) -> Path {
        var path = Path()
        let scale = size * unit
        func place(_ step: mockpostly_step, _ index: Int) -> Point {
            let (x, y) =
                switch index {
                case 0: (step.x.0, step.y.0)
                case 1: (step.x.1, step.y.1)
                default: (step.x.2, step.y.2)
                }
            return Point(origin.x + Double(x) * scale, origin.y - Double(y) * scale)
        }
        for step in steps(of: glyph) {
            switch step.kind {
            case MOCKPOSTLY_MOVE: path.move(to: place(step, 0))
            case MOCKPOSTLY_LINE: path.line(to: place(step, 0))
            case MOCKPOSTLY_CONIC: path.curve(by: place(step, 0), to: place(step, 1))
            default: path.curve(by: place(step, 0), place(step, 1), to: place(step, 2))
            }
        }
        return path
    }

    private func steps(of glyph: UInt32) -> [mockpostly_step] {
        var capacity = 128
        while true {
            var total = 0
            let steps = [mockpostly_step](unsafeUninitializedCapacity: capacity) { buffer, count in
                total = mockpostly_font_outline(handle, glyph, buffer.baseAddress, capacity)
                count = min(total, capacity)
            }
            if total <= capacity { return steps }
            capacity = total
        }
    }
}
