package import MockPostlyWorld

/// The conversion of an option's text to a value, and of a value to text.
package struct ValueType<Value: Sendable>: Sendable {
    /// The allowed texts, in words that follow "expected".
    package var expected: String
    /// Reads a text; nil when it is not allowed.
    ///
    /// Never changes anything and never throws; may be called more than once for one text.
    package var read: @Sendable (String) -> Value?
    /// Converts a value to the form for help and `config`.
    package var show: @Sendable (Value) -> ShownValue
    /// By default nothing is completed.
    package var completion = Completion.none
    /// Why a text is not allowed, in a part of a sentence; nil when ``expected`` says it all.
    package var reason: @Sendable (String) -> String? = { _ in nil }

    /// A type with these conversions.
    ///
    /// - Parameters:
    ///   - expected: the allowed texts, in words that follow "expected".
    ///   - read: nil for a text that is not allowed.
    ///   - show: what ``read`` reads back to the same value.
    ///   - completion: what a shell completes.
    package init(
        expected: String,
        read: @escaping @Sendable (String) -> Value?,
        show: @escaping @Sendable (Value) -> ShownValue,
        completion: Completion = .none
    ) {
        (self.expected, self.read, self.show) = (expected, read, show)
        self.completion = completion
    }
}

/// What a shell completes in place of an option's value or an operand.
package enum Completion: Sendable, Equatable {
    /// The shell completes nothing, for values such as numbers.
    case none
    /// Files and folders, as the shell completes them.
    case paths
    /// One of these words, in the order of help.
    case words([String])
    /// Words or paths.
    case wordsAndPaths([String])

    /// The words to complete, in order.
    package var words: [String] {
        switch self {
        case .none, .paths: []
        case .words(let words), .wordsAndPaths(let words): words
        }
    }

    /// Whether a shell completes files and folders.
    package var hasPaths: Bool {
        switch self {
        case .none, .words: false
        case .paths, .wordsAndPaths: true
        }
    }
}

/// A value in the form in which `mockpostly config` and help show it.
package enum ShownValue: Sendable, Equatable {
    /// No value; help shows no default then, and `config` an empty one.
    case nothing
    /// As it is; secrets are replaced before they get here.
    case text(String)
    /// In decimal digits, as a JSON number in `config --json`.
    case number(UInt64)
    /// `true` or `false`.
    case boolean(Bool)
    /// In the order given; an empty list is shown like ``nothing``.
    case list([String])

    /// The value as text, list items separated by commas; nil for nothing and an empty list.
    package var text: String? {
        switch self {
        case .nothing: nil
        case .text(let text): text
        case .number(let number): String(number)
        case .boolean(let value): String(value)
        case .list(let items): items.isEmpty ? nil : items.joined(separator: ", ")
        }
    }
}

// MARK: Kinds of values

extension ValueType where Value == String {
    /// Any text except the empty one.
    package static let text = ValueType(
        expected: "a text that is not empty",
        read: { $0.isEmpty ? nil : $0 },
        show: { .text($0) }
    )

    /// Any path except the empty one; whether it exists is not checked.
    package static let path = ValueType(
        expected: "a path",
        read: { $0.isEmpty ? nil : $0 },
        show: { .text($0) },
        completion: .paths
    )

}

extension ValueType where Value == UInt16 {
    /// A TCP port; 0 lets the system choose.
    package static let port = ValueType(
        expected: "a number from 0 to 65535",
        read: { $0.readsAsDigits ? UInt16($0) : nil },
        show: { .number(UInt64($0)) }
    )
}

extension ValueType where Value == UInt64 {
    /// A 64-bit number in decimal digits.
    package static let seedNumber = ValueType(
        expected: "a whole number from 0 to \(UInt64.max)",
        read: { $0.readsAsDigits ? UInt64($0) : nil },
        show: { .number($0) }
    )
}

extension ValueType where Value == Int {
    /// A size of `minimum` to `maximum` bytes; the default maximum keeps sums of sizes from
    /// overflowing.
    package static func size(from minimum: Int, to maximum: Int = 1 << 40) -> ValueType {
        let limits = "from \(formatSize(minimum)) to \(formatSize(maximum))"
        return ValueType(
            expected: "a size such as 4096, 32KiB or 8MiB, \(limits)",
            read: { text in
                parseSize(text).flatMap { minimum...maximum ~= $0 ? $0 : nil }
            },
            show: { .text(formatSize($0)) }
        )
    }

    /// A number within `range`, in decimal digits.
    package static func count(_ range: ClosedRange<Int>) -> ValueType {
        ValueType(
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            read: { text in
                guard text.readsAsDigits, let number = Int(text) else { return nil }
                return range.contains(number) ? number : nil
            },
            show: { .number(UInt64($0)) }
        )
    }
}

extension ValueType where Value == ClosedRange<Int> {
    /// Two numbers within `range`, separated by a hyphen, the smaller one first.
    package static func range(_ range: ClosedRange<Int>) -> ValueType {
        ValueType(
            expected: "two numbers such as 50-250, from \(range.lowerBound) to \(range.upperBound)",
            read: { text in
                let parts = text.split(separator: "-", omittingEmptySubsequences: false)
                guard parts.count == 2, parts.allSatisfy({ String($0).readsAsDigits }),
                    let least = Int(parts[0]), let most = Int(parts[1]), least <= most,
                    range.contains(least), range.contains(most)
                else { return nil }
                return least...most
            },
            show: { .text("\($0.lowerBound)-\($0.upperBound)") }
        )
    }
}

extension ValueType where Value == Instant {
    /// A date with time (RFC 3339), or a date alone, which means midnight in UTC.
    package static let date = ValueType(
        expected: "a date such as 2026-01-01T00:00:00Z or 2026-01-01",
        read: { Instant(dateText: $0) },
        show: { .text($0.rfc3339) }
    )
}

extension ValueType where Value == Bool {
    /// One of two words: `no` for false, `yes` for true.
    package static func either(_ no: String, _ yes: String) -> ValueType {
        ValueType(
            expected: "\(no) or \(yes)",
            read: { text in
                switch text {
                case no: false
                case yes: true
                default: nil
                }
            },
            show: { .text($0 ? yes : no) },
            completion: .words([no, yes])
        )
    }
}

extension ValueType where Value == Duration {
    /// A positive duration of at most `days` days, so that sums of durations do not overflow.
    package static func duration(days: Int) -> ValueType {
        let longest = Duration.seconds(days * 86_400)
        return ValueType(
            expected: "a duration such as 500ms, 10s, 15m or 2h30m, up to \(days)d",
            read: { text in
                parseDuration(text).flatMap { $0 > .zero && $0 <= longest ? $0 : nil }
            },
            // Help writes short timeouts as 75s instead of 1m15s.
            show: { duration in
                let seconds = duration.components.seconds
                let isShort = duration == .seconds(seconds) && seconds > 0 && seconds < 120
                return .text(isShort ? "\(seconds)s" : formatDuration(duration))
            }
        )
    }
}

extension ValueType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the raw values of an enumeration.
    package static var choice: ValueType {
        // The key path of a generic type would be made at run time, for each type anew.
        let words = Value.allCases.map { $0.rawValue }
        return ValueType(
            expected: words.joined(separator: " or "),
            read: { Value(rawValue: $0) },
            show: { .text($0.rawValue) },
            completion: .words(words)
        )
    }
}

extension ValueType {
    /// The same type for an optional value; nil is shown as nothing.
    ///
    /// Only the default is nil: every text that is read gives a value.
    package var optional: ValueType<Value?> {
        var type = ValueType<Value?>(
            expected: expected,
            read: { [read] in read($0).map(Optional.some) },
            show: { [show] in $0.map(show) ?? .nothing },
            completion: completion
        )
        type.reason = reason
        return type
    }
}

extension Instant {
    /// The shortest text that reads back: `2026-01-01T00:00:00Z`, `2026-01-01T00:00:00.25Z`.
    ///
    /// The fraction has up to six digits and no zeros at its end; always UTC.
    package var rfc3339: String {
        var text = rfc3339Micros.dropLast("+00:00".count)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text + "Z"
    }
}

extension String {
    /// Whether the text has only ASCII digits, and at least one.
    fileprivate var readsAsDigits: Bool {
        !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}

/// Reads the words for true and false of files, variables and `--name=…`; nil for other texts.
package func parseBoolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
}
