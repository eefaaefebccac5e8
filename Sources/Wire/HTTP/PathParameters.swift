/// The positions of a matched route's placeholders in the path; at most ``most``.
package struct PathParameters: Sendable {
    /// The largest number of placeholders in a route; the router checks it when it is made.
    package static let most = 4

    /// The names of the placeholders in the route's pattern, in order.
    package internal(set) var names: [String] = []
    private var first: Range<Int32> = 0..<0
    private var second: Range<Int32> = 0..<0
    private var third: Range<Int32> = 0..<0
    private var fourth: Range<Int32> = 0..<0

    /// The parameters of a route without placeholders.
    package init() {}

    /// Whether the route has no placeholders.
    package var isEmpty: Bool { names.isEmpty }

    /// The range of placeholder number `index`, relative to the start of the path.
    subscript(_ index: Int) -> Range<Int32> {
        get {
            switch index {
            case 0: first
            case 1: second
            case 2: third
            default: fourth
            }
        }
        set {
            switch index {
            case 0: first = newValue
            case 1: second = newValue
            case 2: third = newValue
            default: fourth = newValue
            }
        }
    }

    /// The range of placeholder number `index`, relative to the start of the path.
    ///
    /// In bytes of the decoded path without a world prefix; `index` counts from 0 and must be less
    /// than the number of ``names``.
    package func range(at index: Int) -> Range<Int> {
        let range = self[index]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }

    func range(of name: StaticString) -> Range<Int>? {
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(name) }) else {
            return nil
        }
        let range = self[index]
        return Int(range.lowerBound)..<Int(range.upperBound)
    }
}
