/// Sorts `elements` in exactly the order that V8's `Array.prototype.sort` gives.
///
/// This matters when `compare` is inconsistent: then the order depends on which elements are
/// compared and when. The comparisons here are the same as V8's, one by one: a TimSort with
/// galloping as described in CPython's `listsort.txt`.
///
/// - Parameters:
///   - elements: in the order in which they are given to `compare` first.
///   - compare: negative when its first argument comes first, positive when the second does, 0 when
///     both may stay. Called O(n log n) times.
/// - Returns: the same elements; equal ones keep their order.
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

/// A sort in progress: the elements, and the sorted runs that are still to be merged.
struct TimSort<Element> {
    var work: [Element]
    let compare: (Element, Element) -> Int
    /// How often in a row one run must win before a merge starts galloping; adapted during the
    /// sort.
    var winsToGallop = TimSort.leastWins
    private var runs: [Range<Int>] = []

    /// The wins in a row below which galloping stops.
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

    /// `count` halved until it is below 64, plus one if any bit was lost.
    private static func leastRunLength(_ count: Int) -> Int {
        var (count, rest) = (count, 0)
        while count >= 64 {
            rest |= count & 1
            count >>= 1
        }
        return count + rest
    }

    /// The end of the run that starts at `start`; a strictly descending run is reversed.
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

    /// Inserts each element of `rest` at its place in the run before it, by binary search.
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

    /// Merges until each run is longer than the next two together, and than the next one.
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
        // Elements at both ends that are in place already are left out.
        let start = gallopRight(work, key: work[second.lowerBound], range: first, hint: 0)
        first = start..<first.upperBound
        guard !first.isEmpty else { return }
        let end = gallopLeft(
            work,
            key: work[first.upperBound - 1],
            range: second,
            hint: second.count - 1
        )
        second = second.lowerBound..<end
        guard !second.isEmpty else { return }
        if first.count <= second.count {
            mergeLow(first, second)
        } else {
            mergeHigh(first, second)
        }
    }
}
