package import MockPostlyWorld

/// How a value of a schema is drawn: the same seed, path and row give the same value.
package struct Drawing: Sendable {
    package var seed: UInt64
    /// Of the operation or collection, such as `/tasks`.
    package var path: String
    /// The number of the row, from 0: rows take different values of an enum, people and titles.
    package var row: Int
    /// Whether the row is one of the first of its collection: lists get an element and objects all
    /// their members, down to level 2, and below it those that are no objects and no lists.
    package var isFull: Bool
    /// Whether members that are `writeOnly` are left out, as in answers.
    package var isAnswer = true
    /// Where drawn pictures are, without a slash at the end: side and colour follow.
    package var pictures = "https://example.com/pictures"
    /// Of the server, without a slash at the end: what paths of examples are made addresses with.
    package var server = "https://example.com"
    /// Dates are drawn before it.
    package var now: Instant

    /// 2026-01-01, before which dates are drawn without a clock.
    package static let usualNow = Instant(seconds: 1_767_225_600)

    package init(
        seed: UInt64,
        path: String,
        row: Int = 0,
        isFull: Bool = false,
        now: Instant = usualNow
    ) {
        (self.seed, self.path, self.row, self.isFull, self.now) = (seed, path, row, isFull, now)
    }

    /// The address of a path on the server; nil for a text that is no path.
    package func address(of path: String) -> String? {
        path.hasPrefix("/") && !path.hasPrefix("//") ? server + path : nil
    }
}
