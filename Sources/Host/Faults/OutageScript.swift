internal import MockPostlyWorld

/// When a service is up and when it is down: `up 5s, down 2s, up`.
///
/// Times are those of the world's clock, from when the rule was made. The last step lasts for ever
/// if it has no time; without such a step the service is up after the last one, or the steps begin
/// again if the script ends with `repeat`.
package struct OutageScript: Sendable, Equatable {
    private struct Step: Sendable, Equatable {
        var isDown: Bool
        /// Nil for the rest of the time.
        var length: Duration?
    }

    /// The text that it was made from.
    package let text: String
    private let steps: [Step]
    private let repeats: Bool

    /// Why a text is no script.
    package struct Fault: Error, Sendable, Equatable {
        /// As the end of a sentence: `has the step 'dwon', which is none`.
        package var words: String
    }

    /// The most steps of a script.
    package static let mostSteps = 100

    /// The script `text`.
    ///
    /// Durations are as ``parseDuration(_:)`` reads them; at least one step.
    ///
    /// - Throws: ``Fault`` for the first step that is none.
    package init(_ text: String) throws(Fault) {
        self.text = text
        var words = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { part in
                part.split(separator: UInt8(ascii: " ")).map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
        repeats = words.last == ["repeat"]
        if repeats { words.removeLast() }
        guard words.count <= Self.mostSteps else {
            throw Fault(words: "has more than \(Self.mostSteps) steps")
        }
        var steps: [Step] = []
        for (index, step) in words.enumerated() {
            steps.append(try Self.step(step, isLast: index == words.count - 1 && !repeats))
        }
        guard !steps.isEmpty else { throw Fault(words: "has no steps before 'repeat'") }
        self.steps = steps
    }

    private static func step(_ words: [String], isLast: Bool) throws(Fault) -> Step {
        let shown = words.joined(separator: " ")
        guard let state = words.first, state == "up" || state == "down", words.count <= 2 else {
            throw Fault(words: "has the step '\(shown)', and must have 'up' or 'down' with a time")
        }
        let isDown = state == "down"
        guard words.count == 2 else {
            guard isLast else {
                throw Fault(words: "has the step '\(shown)' without a time before the last one")
            }
            return Step(isDown: isDown, length: nil)
        }
        guard let length = parseDuration(words[1]), length > .zero else {
            throw Fault(words: "has the step '\(shown)', whose time is none such as '5s'")
        }
        return Step(isDown: isDown, length: length)
    }

    /// Whether the service is down so long after the rule was made.
    ///
    /// A negative time counts as zero.
    package func isDown(after time: Duration) -> Bool {
        var rest = max(.zero, time)
        if repeats {
            let whole = steps.reduce(Duration.zero) { $0 + ($1.length ?? .zero) }
            rest = .microseconds(rest.wholeMicroseconds % max(1, whole.wholeMicroseconds))
        }
        for step in steps {
            guard let length = step.length, rest >= length else { return step.isDown }
            rest -= length
        }
        return false
    }
}
