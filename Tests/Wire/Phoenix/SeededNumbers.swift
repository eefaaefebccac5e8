/// The same numbers at every run.
struct SeededNumbers {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    mutating func draw(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[draw(elements.count)]
    }
}
