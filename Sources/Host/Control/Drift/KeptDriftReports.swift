internal import MockPostlyJSON
internal import MockPostlyWorld

/// The last reports of `mockpostly drift`, for the dashboard; the oldest make room.
struct KeptDriftReports {
    /// One report, with what lists show of it.
    struct Report {
        let id: Int
        let time: Instant
        /// As it was sent.
        let content: JSONValue
        let size: Int

        var isDrift: Bool { content["drift"]?.bool == true }
    }

    /// The most reports, and the most bytes of all.
    static let most = 20
    static let mostBytes = 16 << 20

    /// The newest first.
    private(set) var reports: [Report] = []
    private var next = 1

    /// Keeps a report, and gives it a number.
    mutating func add(_ content: JSONValue, at time: Instant) -> Report {
        let report = Report(
            id: next,
            time: time,
            content: content,
            size: content.rawText.count
        )
        next += 1
        reports.insert(report, at: 0)
        while reports.count > 1,
            reports.count > Self.most || reports.reduce(0, { $0 + $1.size }) > Self.mostBytes
        {
            reports.removeLast()
        }
        return report
    }

    /// Removes a report; false when there is none.
    mutating func remove(_ id: Int) -> Bool {
        guard let place = reports.firstIndex(where: { $0.id == id }) else { return false }
        reports.remove(at: place)
        return true
    }
}
