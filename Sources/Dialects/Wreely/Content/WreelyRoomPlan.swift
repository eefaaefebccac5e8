/// The bookings of one room, for finding one that overlaps.
struct WreelyRoomPlan {
    /// In the order of their starts; none overlaps the next.
    private var times: [(start: Int64, end: Int64)] = []

    /// Takes the time from `start` to before `end`; false when part of it is taken already.
    mutating func reserve(_ start: Int64, _ end: Int64) -> Bool {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle].start < start { low = middle + 1 } else { high = middle }
        }
        if low > 0, times[low - 1].end > start { return false }
        if low < times.count, times[low].start < end { return false }
        times.insert((start, end), at: low)
        return true
    }
}
