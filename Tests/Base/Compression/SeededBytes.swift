/// The same bytes at every run.
struct SeededBytes {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func draw(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    /// Bytes of an alphabet of `variety`, from what hardly compresses to what does so well.
    mutating func bytes(_ count: Int, variety: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(draw(variety)) }
    }
}
