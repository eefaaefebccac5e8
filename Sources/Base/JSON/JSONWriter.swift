/// Writes JSON as bytes, in the order and with the escaping that the caller chooses.
///
/// The writer sets commas and colons. The caller must close every container and give each member a
/// name and a value. Repeated names are not checked.
///
/// It has four stored properties and must not get a fifth. Swift 6.3 treats a value with five or
/// more as "large" and then leaks the old value when it is assigned to a property of a class in
/// another module, in an optimized build without exclusivity checks, as the release is. The memory
/// of a server that gives large answers would grow.
package struct JSONWriter: ~Copyable {
    /// Which characters of a string are escaped.
    package enum Escaping: UInt8, Sendable {
        /// Everything except printable ASCII, as `\uxxxx` in lower case; DEL too, as Python's
        /// `json.dumps`.
        case ascii
        /// Only quotes, backslashes and control characters, as in `JSON.stringify`.
        case utf8
    }

    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0
    /// The escaping in the lower bits, and the bit ``comma``.
    @usableFromInline var state: UInt8

    /// The bit of ``state`` for ``needsComma``.
    @usableFromInline static var comma: UInt8 {
        @inlinable @inline(__always) get { 0x80 }
    }

    /// A writer with room for `reserving` bytes before it has to grow.
    package init(escaping: Escaping, reserving: Int = 256) {
        state = escaping.rawValue
        capacity = max(reserving, 64)
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    /// A copy of the bytes written so far.
    package var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: base, count: count))
    }

    /// The bytes written; the writer cannot be used afterwards.
    package consuming func finish() -> [UInt8] { bytes }

    /// Calls `body` with the bytes written so far, without a copy.
    package func withBytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Discards the bytes written and keeps the storage for the next document.
    package mutating func removeAll() {
        count = 0
        needsComma = false
    }

    /// Discards the bytes written and shrinks the storage to at most `limit` bytes, but not below
    /// 64.
    package mutating func removeAll(keepingAtMost limit: Int) {
        removeAll()
        guard capacity > max(limit, 64) else { return }
        base.deallocate()
        capacity = max(limit, 64)
        base = .allocate(capacity: capacity)
    }
}

// MARK: State

extension JSONWriter {
    @inlinable
    var escaping: Escaping {
        @inline(__always) get { state & 1 == Escaping.ascii.rawValue ? .ascii : .utf8 }
    }

    /// Whether the next value or name in this container needs a comma before it.
    @inlinable
    var needsComma: Bool {
        @inline(__always) get { state >= Self.comma }
        @inline(__always) set {
            state = newValue ? state | Self.comma : state & ~Self.comma
        }
    }
}

// MARK: Room

extension JSONWriter {
    /// Ensures room for `more` bytes after those written.
    @inlinable
    @inline(__always)
    mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.moveInitialize(from: base, count: count)
        base.deallocate()
        base = moved
        capacity = larger
    }

    /// Writes a byte without checking for room.
    @inlinable
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        base[count] = byte
        count += 1
    }

    /// Writes bytes without checking for room.
    @inlinable
    @inline(__always)
    mutating func put(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        (base + count).update(from: bytes, count: length)
        count += length
    }

    /// Ensures room for a value of `length` bytes and writes the comma before it.
    @inlinable
    @inline(__always)
    mutating func beginValue(_ length: Int) {
        reserve(length + 1)
        if needsComma { put(UInt8(ascii: ",")) }
        needsComma = true
    }
}

// MARK: Structure

extension JSONWriter {
    /// Writes `{`; members follow until ``endObject()``.
    @inlinable
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    @inlinable
    package mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Writes `[`; values follow until ``endArray()``.
    @inlinable
    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    @inlinable
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    @inlinable
    @inline(__always)
    mutating func open(_ bracket: UInt8) {
        beginValue(1)
        put(bracket)
        needsComma = false
    }

    @inlinable
    @inline(__always)
    mutating func close(_ bracket: UInt8) {
        reserve(1)
        put(bracket)
        needsComma = true
    }

    /// Writes the name of the next member; `name` must be ASCII without characters to escape.
    @inlinable
    package mutating func key(_ name: StaticString) {
        let length = name.utf8CodeUnitCount
        beginValue(length + 3)
        put(UInt8(ascii: "\""))
        put(name.utf8Start, length)
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes the name of the next member, with escapes where needed.
    package mutating func key(_ name: String) {
        string(name)
        reserve(1)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a value that is JSON text already; the text is not checked.
    @inlinable
    package mutating func raw(_ bytes: some Collection<UInt8>) {
        beginValue(bytes.count)
        let isContiguous: Void? = bytes.withContiguousStorageIfAvailable { buffer in
            if let start = buffer.baseAddress { put(start, buffer.count) }
        }
        if isContiguous == nil {
            for byte in bytes { put(byte) }
        }
    }

    /// Writes a value that is JSON text already; the text is not checked.
    ///
    /// The generic function costs a call through witness tables more in another module.
    package mutating func raw(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBufferPointer { raw($0) }
    }

    /// Writes a value that is JSON text already; the text is not checked.
    package mutating func raw(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { raw($0) }
    }

    /// Writes a value that is JSON text already; the text is not checked.
    package mutating func raw(_ bytes: UnsafeBufferPointer<UInt8>) {
        beginValue(bytes.count)
        if let start = bytes.baseAddress { put(start, bytes.count) }
    }

    /// Writes a value of a document as it is written there.
    package mutating func raw(_ value: JSONValue) {
        let token = value.token
        value.storage.bytes.withUnsafeBufferPointer { bytes in
            raw(UnsafeBufferPointer(rebasing: bytes[Int(token.start)..<Int(token.end)]))
        }
    }

    /// Writes the start of a value, such as an open object with a name and colon, to be continued.
    package mutating func opening(_ start: some Collection<UInt8>) {
        raw(start)
        needsComma = false
    }

    /// Writes the start of a value, to be continued.
    package mutating func opening(_ start: ArraySlice<UInt8>) {
        raw(start)
        needsComma = false
    }

    /// Continues an object that was written as raw text without its closing brace.
    package mutating func continueObject() {
        needsComma = count > 0 && base[count - 1] != UInt8(ascii: "{")
    }

    /// How many bytes have been written.
    package var length: Int { count }

    /// A copy of the bytes written since ``length`` was `start`, without a leading comma.
    package func value(from start: Int) -> [UInt8] {
        let bytes = UnsafeBufferPointer(start: base + start, count: count - start)
        return Array(bytes.first == UInt8(ascii: ",") ? bytes.dropFirst() : bytes[...])
    }

    /// Writes a byte outside the JSON structure, such as a newline after a document.
    ///
    /// The next value gets no comma, so that documents can follow each other on lines.
    @inlinable
    package mutating func byte(_ byte: UInt8) {
        reserve(1)
        put(byte)
        needsComma = false
    }
}
