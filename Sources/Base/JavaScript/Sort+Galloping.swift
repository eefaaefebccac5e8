extension TimSort {
    /// The index in the sorted `range` of `array` at which `key` belongs, before equal elements.
    ///
    /// The search starts `hint` elements after the start of the range, in steps that double.
    func gallopLeft(_ array: [Element], key: Element, range: Range<Int>, hint: Int) -> Int {
        let from = range.lowerBound + hint
        func isBelow(_ index: Int) -> Bool { compare(array[index], key) < 0 }
        if isBelow(from) {
            let steps = gallop(range.upperBound - from) { !isBelow(from + $0) }
            return search(from + steps.last + 1, from + steps.next, isBelow)
        }
        let steps = gallop(hint + 1) { isBelow(from - $0) }
        return search(from - steps.next + 1, from - steps.last, isBelow)
    }

    /// The index in the sorted `range` of `array` at which `key` belongs, after equal elements.
    func gallopRight(_ array: [Element], key: Element, range: Range<Int>, hint: Int) -> Int {
        let from = range.lowerBound + hint
        func isAbove(_ index: Int) -> Bool { compare(key, array[index]) < 0 }
        if isAbove(from) {
            let steps = gallop(hint + 1) { !isAbove(from - $0) }
            return search(from - steps.next + 1, from - steps.last) { !isAbove($0) }
        }
        let steps = gallop(range.upperBound - from) { isAbove(from + $0) }
        return search(from + steps.last + 1, from + steps.next) { !isAbove($0) }
    }

    /// The first step for which `stop` is true, or `limit`, and the step before it.
    private func gallop(_ limit: Int, stop: (Int) -> Bool) -> (last: Int, next: Int) {
        var (last, next) = (0, 1)
        while next < limit, !stop(next) {
            last = next
            next = next * 2 + 1
        }
        return (last, min(next, limit))
    }

    /// The first index from `low` to `high` for which `comesBefore` is false, by binary search.
    private func search(_ low: Int, _ high: Int, _ comesBefore: (Int) -> Bool) -> Int {
        var (low, high) = (low, high)
        while low < high {
            let middle = low + (high - low) / 2
            if comesBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
