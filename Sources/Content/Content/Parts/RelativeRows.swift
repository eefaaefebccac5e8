internal import MockPostlyThreads

/// Whether the file of the collections has dates that are relative to the time of filling.
///
/// It may get some, or lose them, while it is watched.
package final class RelativeRows: Sendable {
    private let state = Monitor(false)

    package init() {}

    package var areThere: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
