package import MockPostlyWorld

/// How an option's text becomes a value, and a value text.
package struct ValueType<Value: Sendable>: Sendable {
    /// What may be written, to stand after "expected".
    package var expected: String
    /// Nil when the text is not such a value.
    package var read: @Sendable (String) -> Value?
    package var show: @Sendable (Value) -> ShownValue
    package var completion = Completion.none

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

/// What a shell offers where an option's value or an operand stands.
package enum Completion: Sendable, Equatable {
    case none
    case paths
    case words([String])
    /// Words, and paths as well.
    case wordsAndPaths([String])

    package var words: [String] {
        switch self {
        case .none, .paths: []
        case .words(let words), .wordsAndPaths(let words): words
        }
    }

    package var hasPaths: Bool {
        switch self {
        case .none, .words: false
        case .paths, .wordsAndPaths: true
        }
    }
}

/// A value as `mockpostly config` and help show it.
package enum ShownValue: Sendable, Equatable {
    case nothing
    case text(String)
    case number(UInt64)
    case boolean(Bool)
    case list([String])

    /// The value in words; nil when there is none.
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
    package static let text = ValueType(
        expected: "a text that is not empty",
        read: { $0.isEmpty ? nil : $0 },
        show: { .text($0) }
    )

    package static let path = ValueType(
        expected: "a path",
        read: { $0.isEmpty ? nil : $0 },
        show: { .text($0) },
        completion: .paths
    )

}

extension ValueType where Value == UInt16 {
    package static let port = ValueType(
        expected: "a number from 0 to 65535",
        read: { $0.readsAsDigits ? UInt16($0) : nil },
        show: { .number(UInt64($0)) }
    )
}

extension ValueType where Value == UInt64 {
    package static let seedNumber = ValueType(
        expected: "a whole number from 0 to \(UInt64.max)",
        read: { $0.readsAsDigits ? UInt64($0) : nil },
        show: { .number($0) }
    )
}

extension ValueType where Value == Int {
    /// A size of `minimum` to `maximum` bytes, at most so many that no sum of sizes is too large.
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
    /// Two numbers within `range`, the smaller one first, with a hyphen between them.
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
    /// A date with a time of day (RFC 3339), or a date alone, which means its midnight in UTC.
    package static let date = ValueType(
        expected: "a date such as 2026-01-01T00:00:00Z or 2026-01-01",
        read: { Instant(rfc3339: $0) ?? Instant(rfc3339: $0 + "T00:00:00Z") },
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
    /// More than nothing, and not more than `days`, so that no sum of times is too large.
    package static func duration(days: Int) -> ValueType {
        let longest = Duration.seconds(days * 86_400)
        return ValueType(
            expected: "a duration such as 500ms, 10s, 15m or 2h30m, up to \(days)d",
            read: { text in
                parseDuration(text).flatMap { $0 > .zero && $0 <= longest ? $0 : nil }
            },
            // Options are given as 75s rather than 1m15s.
            show: { duration in
                let seconds = duration.components.seconds
                let isShort = duration == .seconds(seconds) && seconds > 0 && seconds < 120
                return .text(isShort ? "\(seconds)s" : formatDuration(duration))
            }
        )
    }
}

extension ValueType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of an enumeration's words.
    package static var choice: ValueType {
        let words = Value.allCases.map(\.rawValue)
        return ValueType(
            expected: words.joined(separator: " or "),
            read: { Value(rawValue: $0) },
            show: { .text($0.rawValue) },
            completion: .words(words)
        )
    }
}

extension ValueType {
    /// The same, for a value that need not be there.
    package var optional: ValueType<Value?> {
        ValueType<Value?>(
            expected: expected,
            read: { [read] in read($0).map(Optional.some) },
            show: { [show] in $0.map(show) ?? .nothing },
            completion: completion
        )
    }
}

extension Instant {
    /// The shortest text that reads back: `2026-01-01T00:00:00Z`, `2026-01-01T00:00:00.25Z`.
    package var rfc3339: String {
        var text = rfc3339Micros.dropLast("+00:00".count)
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
        return text + "Z"
    }
}

extension String {
    /// Whether this is ASCII digits and nothing else: no sign, no space.
    fileprivate var readsAsDigits: Bool {
        !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }
}

/// The words for true and false, in a file, a variable or after `=`.
package func parseBoolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on", "1": true
    case "false", "no", "off", "0": false
    default: nil
    }
}
