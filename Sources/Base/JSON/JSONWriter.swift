/// Writes JSON as bytes, in the order and the escaping that the caller asks for.
///
/// Commas and colons are the writer's business; that every container is closed and that each
/// member has a name and a value is the caller's. Nothing is checked for repeated names.
///
/// It has four stored properties and must not get a fifth. A value of five or more is "large" to
/// Swift 6.3, which then leaves out the `deinit` of the old value when a class's property of a type
/// from another module is assigned anew in an optimized build without exclusivity checks, as the
/// release is. The memory of a server that gives large answers shows it.
package struct JSONWriter: ~Copyable {
    /// Which characters of a string are escaped.
    package enum Escaping: UInt8, Sendable {
        /// All but printable ASCII, DEL too, as `\uXXXX` in lower case, as Python's `json.dumps`.
        case ascii
        /// Quote, backslash and control characters only, as `JSON.stringify`.
        case utf8
    }

    @usableFromInline var base: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var count = 0
    /// The escaping, and ``comma``.
    @usableFromInline var state: UInt8

    /// The bit of ``state`` that says ``needsComma``; the lower ones are the escaping.
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

    /// What has been written so far, copied out.
    package var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: base, count: count))
    }

    /// What has been written; the writer is gone then.
    package consuming func finish() -> [UInt8] { bytes }

    /// Lends what has been written so far, without a copy.
    package func withBytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeBufferPointer(start: base, count: count))
    }

    /// Forgets what has been written and keeps the room for it, for the next document.
    package mutating func removeAll() {
        count = 0
        needsComma = false
    }

    /// Forgets what has been written and gives room beyond `limit` bytes back.
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
    /// Makes room for `more` bytes after what is written.
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

    /// Writes a byte that room was reserved for.
    @inlinable
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        base[count] = byte
        count += 1
    }

    /// Writes bytes that room was reserved for.
    @inlinable
    @inline(__always)
    mutating func put(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        (base + count).update(from: bytes, count: length)
        count += length
    }

    /// Makes room for `length` bytes of a value, and writes the comma before it.
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
    @inlinable
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    @inlinable
    package mutating func endObject() { close(UInt8(ascii: "}")) }

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

    /// Writes the name of the next member; `name` is plain ASCII with nothing to escape.
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

    /// Writes the name of the next member, escaped.
    package mutating func key(_ name: String) {
        string(name)
        reserve(1)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a value that is JSON already.
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

    /// Writes the start of a value, up to a member's name and colon; what follows goes on in it.
    package mutating func opening(_ start: some Collection<UInt8>) {
        raw(start)
        needsComma = false
    }

    /// Goes on in an object that was written without its closing brace.
    package mutating func continueObject() {
        needsComma = count > 0 && base[count - 1] != UInt8(ascii: "{")
    }

    /// Bytes written so far.
    package var length: Int { count }

    /// The bytes written since ``length`` was `start`, without a comma in front, copied out.
    package func value(from start: Int) -> [UInt8] {
        let bytes = UnsafeBufferPointer(start: base + start, count: count - start)
        return Array(bytes.first == UInt8(ascii: ",") ? bytes.dropFirst() : bytes[...])
    }

    /// Writes a byte outside the structure, such as the newline after a document.
    ///
    /// The next value needs no comma, so that documents can follow each other on lines.
    @inlinable
    package mutating func byte(_ byte: UInt8) {
        reserve(1)
        put(byte)
        needsComma = false
    }
}
