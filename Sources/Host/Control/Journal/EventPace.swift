internal import MockPostlyWorld

/// How fast entries of journals are sent to a reader who can do without some of them, such as a
/// page.
struct EventPace {
    /// The shortest time between two deliveries, eight times as long after one with a summary; zero
    /// for none.
    var interval = Duration.zero
    /// The most entries of one delivery; the older ones are summed up.
    var most = Int.max

    private static let longest = Duration.seconds(10)

    /// Reads the parameters `every` and `most`.
    init(_ query: ControlQuery) throws(Problem) {
        if let duration = try query.duration("every") {
            guard duration <= Self.longest else {
                throw .badValue(
                    "The parameter 'every' is \(formatDuration(duration)).",
                    "The longest is \(formatDuration(Self.longest))."
                )
            }
            interval = duration
        }
        most = try query.int("most", in: 1...1000) ?? most
    }
}
