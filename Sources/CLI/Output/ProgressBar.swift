/// A progress bar on one line of a terminal; shows nothing when there is no terminal.
struct ProgressBar {
    private static let width = 30

    private let console: Console
    private let noun: String
    private var shown = -1

    /// A bar that counts things called `noun`.
    init(on console: Console, counting noun: String) {
        (self.console, self.noun) = (console, noun)
    }

    /// Redraws the bar when the percentage has changed.
    mutating func show(_ done: Int, of total: Int) {
        let percent = total > 0 ? done * 100 / total : 100
        guard console.isTerminal, percent != shown else { return }
        shown = percent
        let filled = percent * Self.width / 100
        let bar =
            String(repeating: "#", count: filled)
            + String(repeating: ".", count: Self.width - filled)
        let number = String(percent)
        let space = String(repeating: " ", count: 3 - number.count)
        console.tell("\r  [\(bar)] \(space)\(number) %  \(done) of \(total) \(noun)")
    }

    /// Removes the bar from the line.
    func clear() {
        guard shown >= 0 else { return }
        console.tell("\r" + String(repeating: " ", count: 79) + "\r")
    }
}
