/// `elements` in the order that V8's `Array.prototype.sort` leaves them in.
///
/// That matters where `compare` contradicts itself: then the order depends on which elements are
/// compared, and when. The comparisons here are V8's, one by one: a TimSort as in CPython's
/// `listsort.txt`, with galloping.
package func sortedAsV8<Element>(
    _ elements: [Element],
    by compare: (Element, Element) -> Int
) -> [Element] {
    guard elements.count > 1 else { return elements }
    return withoutActuallyEscaping(compare) { compare in
        var sort = TimSort(work: elements, compare: compare)
        sort.run()
        return sort.work
    }
}

/// One sort: the elements, and the sorted runs among them that are still to be merged.
struct TimSort<Element> {
    var work: [Element]
    let compare: (Element, Element) -> Int
    /// How often in a row one run must win before a merge starts to gallop; it adapts.
    var winsToGallop = TimSort.leastWins
    private var runs: [Range<Int>] = []

    /// While a run wins as often as this, galloping goes on.
    static var leastWins: Int { 7 }

    init(work: [Element], compare: @escaping (Element, Element) -> Int) {
        self.work = work
        self.compare = compare
    }

    mutating func run() {
        let leastLength = Self.leastRunLength(work.count)
        var start = 0
        while start < work.count {
            var end = takeRun(from: start)
            let forced = min(start + leastLength, work.count)
            if end < forced {
                insert(end..<forced, into: start)
                end = forced
            }
            runs.append(start..<end)
            mergeUnbalanced()
            start = end
        }
        while runs.count > 1 {
            let last = runs.count - 1
            let isFirstSmaller = last > 1 && runs[last - 2].count < runs[last].count
            merge(at: isFirstSmaller ? last - 2 : last - 1)
        }
    }

    /// `count` divided by two until it is below 64, plus one if anything was lost.
    private static func leastRunLength(_ count: Int) -> Int {
        var (count, rest) = (count, 0)
        while count >= 64 {
            rest |= count & 1
            count >>= 1
        }
        return count + rest
    }

    /// The end of the run that starts at `start`; one that descends strictly is turned round.
    private mutating func takeRun(from start: Int) -> Int {
        var end = start + 1
        guard end < work.count else { return end }
        let descends = compare(work[end], work[start]) < 0
        repeat {
            end += 1
        } while end < work.count
            && (compare(work[end], work[end - 1]) < 0) == descends
        if descends { work[start..<end].reverse() }
        return end
    }

    /// Puts each of the elements of `rest` in its place in the run before them.
    private mutating func insert(_ rest: Range<Int>, into start: Int) {
        for index in rest {
            let pivot = work[index]
            var (low, high) = (start, index)
            while low < high {
                let middle = (low + high) / 2
                if compare(pivot, work[middle]) < 0 { high = middle } else { low = middle + 1 }
            }
            for place in stride(from: index, to: low, by: -1) { work[place] = work[place - 1] }
            work[low] = pivot
        }
    }

    /// Merges until each run is longer than the two behind it together.
    private mutating func mergeUnbalanced() {
        while runs.count > 1 {
            let last = runs.count - 1
            if isUnbalanced(last) || isUnbalanced(last - 1) {
                merge(at: runs[last - 2].count < runs[last].count ? last - 2 : last - 1)
            } else if runs[last - 1].count <= runs[last].count {
                merge(at: last - 1)
            } else {
                return
            }
        }
    }

    private func isUnbalanced(_ place: Int) -> Bool {
        place >= 2 && runs[place - 2].count <= runs[place - 1].count + runs[place].count
    }

    /// Merges two neighbouring runs.
    private mutating func merge(at place: Int) {
        var (first, second) = (runs[place], runs[place + 1])
        runs[place] = first.lowerBound..<second.upperBound
        runs.remove(at: place + 1)
        // What is in its place already, at both ends, is left alone.
        let start = gallopRight(work, work[second.lowerBound], first, hint: 0)
        first = start..<first.upperBound
        guard !first.isEmpty else { return }
        let end = gallopLeft(work, work[first.upperBound - 1], second, hint: second.count - 1)
        second = second.lowerBound..<end
        guard !second.isEmpty else { return }
        if first.count <= second.count {
            mergeLow(first, second)
        } else {
            mergeHigh(first, second)
        }
    }
}
