extension TimSort {
    /// Merges two neighbouring runs from their start, with a copy of the first, which is shorter.
    mutating func mergeLow(_ first: Range<Int>, _ second: Range<Int>) {
        let copy = Array(work[first])
        var a = 0
        var b = second.lowerBound
        var to = first.lowerBound
        func takeFirst(_ work: inout [Element]) {
            work[to] = copy[a]
            a += 1
            to += 1
        }
        func takeSecond(_ work: inout [Element]) {
            work[to] = work[b]
            b += 1
            to += 1
        }
        // The last element of the first run belongs after all of the second, so the loop ends
        // there.
        var isOver: Bool { b == second.upperBound || copy.count - a <= 1 }

        takeSecond(&work)
        while !isOver {
            var (winsA, winsB) = (0, 0)
            repeat {
                if compare(work[b], copy[a]) < 0 {
                    takeSecond(&work)
                    (winsA, winsB) = (0, winsB + 1)
                } else {
                    takeFirst(&work)
                    (winsA, winsB) = (winsA + 1, 0)
                }
            } while !isOver && max(winsA, winsB) < winsToGallop
            if isOver { break }
            winsToGallop += 1
            repeat {
                winsToGallop = max(1, winsToGallop - 1)
                winsA = gallopRight(copy, key: work[b], range: a..<copy.count, hint: 0) - a
                for _ in 0..<winsA { takeFirst(&work) }
                if isOver { break }
                takeSecond(&work)
                if isOver { break }
                winsB = gallopLeft(work, key: copy[a], range: b..<second.upperBound, hint: 0) - b
                for _ in 0..<winsB { takeSecond(&work) }
                if isOver { break }
                takeFirst(&work)
            } while !isOver && max(winsA, winsB) >= Self.leastWins
            if isOver { break }
            winsToGallop += 1
        }
        while b < second.upperBound, a < copy.count { takeSecond(&work) }
        while a < copy.count { takeFirst(&work) }
    }
    /// Merges two neighbouring runs from their end, with a copy of the second, which is shorter.
    mutating func mergeHigh(_ first: Range<Int>, _ second: Range<Int>) {
        let copy = Array(work[second])
        // The indices just after the remaining elements.
        var a = first.upperBound
        var b = copy.count
        var to = second.upperBound
        func takeFirst(_ work: inout [Element]) {
            a -= 1
            to -= 1
            work[to] = work[a]
        }
        func takeSecond(_ work: inout [Element]) {
            b -= 1
            to -= 1
            work[to] = copy[b]
        }
        // The last element of the second run belongs before all of the first, so the loop ends
        // there.
        var isOver: Bool { a == first.lowerBound || b <= 1 }

        takeFirst(&work)
        while !isOver {
            var (winsA, winsB) = (0, 0)
            repeat {
                if compare(copy[b - 1], work[a - 1]) < 0 {
                    takeFirst(&work)
                    (winsA, winsB) = (winsA + 1, 0)
                } else {
                    takeSecond(&work)
                    (winsA, winsB) = (0, winsB + 1)
                }
            } while !isOver && max(winsA, winsB) < winsToGallop
            if isOver { break }
            winsToGallop += 1
            repeat {
                winsToGallop = max(1, winsToGallop - 1)
                let left = first.lowerBound..<a
                winsA = a - gallopRight(work, key: copy[b - 1], range: left, hint: left.count - 1)
                for _ in 0..<winsA { takeFirst(&work) }
                if isOver { break }
                takeSecond(&work)
                if isOver { break }
                winsB = b - gallopLeft(copy, key: work[a - 1], range: 0..<b, hint: b - 1)
                for _ in 0..<winsB { takeSecond(&work) }
                if isOver { break }
                takeFirst(&work)
            } while !isOver && max(winsA, winsB) >= Self.leastWins
            if isOver { break }
            winsToGallop += 1
        }
        while a > first.lowerBound, b > 0 { takeFirst(&work) }
        while b > 0 { takeSecond(&work) }
    }
}
