internal import MockPostlyJSON
internal import MockPostlyWorld

/// Writes the JSON of a seed file: two spaces for each level, one line for each member or element.
///
/// The caller closes what it begins; nothing checks it.
package struct SeedWriter: ~Copyable {
    private var json: JSONWriter
    private var level = 0
    private var isEmpty = true

    /// - Parameter reserving: bytes of room before it has to grow, by default 1 MiB.
    package init(reserving: Int = 1 << 20) {
        json = JSONWriter(escaping: .utf8, reserving: reserving)
    }

    /// The text, with a newline at the end.
    package consuming func finish() -> [UInt8] {
        json.byte(UInt8(ascii: "\n"))
        return json.finish()
    }

    // MARK: Structure

    /// For an element of an array, call ``element()`` before.
    package mutating func beginObject() {
        json.beginObject()
        (level, isEmpty) = (level + 1, true)
    }

    package mutating func endObject() {
        close()
        json.endObject()
    }

    /// For a member, call ``key(_:)`` before.
    package mutating func beginArray() {
        json.beginArray()
        (level, isEmpty) = (level + 1, true)
    }

    package mutating func endArray() {
        close()
        json.endArray()
    }

    /// Begins a member; its value must follow.
    package mutating func key(_ name: StaticString) {
        newLine()
        json.key(name)
        json.byte(UInt8(ascii: " "))
    }

    /// As ``key(_:)``, for a name that a description has.
    package mutating func key(named name: String) {
        newLine()
        json.key(name)
        json.byte(UInt8(ascii: " "))
    }

    /// Begins an element; its value must follow.
    package mutating func element() { newLine() }

    private mutating func close() {
        level -= 1
        if !isEmpty { indent() }
        isEmpty = false
    }

    private mutating func newLine() {
        if !isEmpty { json.byte(UInt8(ascii: ",")) }
        isEmpty = false
        indent()
    }

    private mutating func indent() {
        json.byte(UInt8(ascii: "\n"))
        for _ in 0..<level {
            json.byte(UInt8(ascii: " "))
            json.byte(UInt8(ascii: " "))
        }
    }

    // MARK: Values

    /// Invalid UTF-8 is copied unchanged.
    package mutating func text(_ text: LentText) { json.string(utf8: text) }

    /// As a value: after ``key(_:)`` or ``element()``.
    package mutating func text(_ text: String) { json.string(text) }

    /// Writes bytes that are valid JSON already.
    package mutating func raw(_ bytes: some Collection<UInt8>) { json.raw(bytes) }

    /// The text is copied at once, so it need not outlive the call.
    package mutating func field(_ name: StaticString, _ text: LentText) {
        key(name)
        json.string(utf8: text)
    }

    /// A member that is null for nil.
    package mutating func field(_ name: StaticString, _ text: LentText?) {
        key(name)
        json.string(utf8: text)
    }

    /// In decimal digits.
    package mutating func field(_ name: StaticString, _ number: Int64) {
        key(name)
        json.int(number)
    }

    /// `true` or `false`.
    package mutating func field(_ name: StaticString, isTrue: Bool) {
        key(name)
        json.bool(isTrue)
    }

    /// As a value: after ``key(_:)`` or ``element()``.
    mutating func flag(_ isTrue: Bool) { json.bool(isTrue) }

    /// Writes a number as an element.
    package mutating func number(_ number: Int64) { json.int(number) }

    /// As a value: after ``key(_:)`` or ``element()``.
    package mutating func null() { json.null() }

    /// A member with a date in RFC 3339, with all six digits of its microseconds, in UTC.
    ///
    /// For a year without four digits, the microseconds since 1970 as a number.
    package mutating func date(_ name: StaticString, _ microseconds: Int64) {
        key(name)
        date(microseconds)
    }

    /// The same as a value: after ``key(_:)`` or ``element()``.
    mutating func date(_ microseconds: Int64) {
        var hasText = false
        Instant(microseconds: microseconds).withRFC3339Micros { text in
            guard text.count == 32 else { return }
            hasText = true
            var utc = Array(text[..<26])
            utc.append(UInt8(ascii: "Z"))
            utc.withUnsafeBufferPointer { json.string(utf8: $0) }
        }
        if !hasText { json.int(microseconds) }
    }
}
