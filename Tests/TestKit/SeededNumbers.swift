/// The same numbers at every run, and in any language.
///
/// In Python, with `state` from the seed: `state = (state * 6364136223846793005 +
/// 1442695040888963407) % 2**64`, and `draw(n)` gives `(state >> 33) % n`.
package struct SeededNumbers {
    private var state: UInt64

    package init(_ seed: UInt64) {
        state = seed
    }

    package mutating func draw(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    package mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[draw(elements.count)]
    }
}
