/// Writes JSON as bytes, in the order and with the escaping that the caller chooses.
///
/// The writer sets commas and colons. The caller must close every container and give each member a
/// name and a value. Repeated names are not checked.
///
/// It has four stored properties and must not get a fifth. Swift 6.3 treats a value with five or
/// more as "large" and then leaks the old value when it is assigned to a property of a class in
/// another module, in an optimized build without exclusivity checks, as the release is. The memory
/// of a server that gives large answers would grow.
///
/// ```swift
/// var json = JSONWriter(escaping: .utf8)
/// json.beginObject()
/// json.field("id", 7)
/// json.key("tags")
/// json.beginArray()
/// json.string("a")
/// json.endArray()
/// json.endObject()
/// json.finish()    // {"id":7,"tags":["a"]}
/// ```
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
    /// The escaping in the lowest bit, and the bits ``comma`` and ``lent``.
    @usableFromInline var state: UInt8

    /// The bit of ``state`` for ``needsComma``.
    @usableFromInline static var comma: UInt8 {
        @inlinable @inline(__always) get { 0x80 }
    }

    /// The bit of ``state`` for ``isLent``.
    @usableFromInline static var lent: UInt8 {
        @inlinable @inline(__always) get { 0x40 }
    }

    /// A writer with room for `reserving` bytes before it has to grow.
    package init(escaping: Escaping, reserving: Int = 256) {
        state = escaping.rawValue
        capacity = max(reserving, 64)
        base = .allocate(capacity: capacity)
    }

    /// A writer into `capacity` bytes at `base`, which outlive it; when they are full, it moves to
    /// memory of its own.
    private init(
        escaping: Escaping,
        into base: UnsafeMutablePointer<UInt8>,
        capacity: Int
    ) {
        state = escaping.rawValue | Self.lent
        (self.base, self.capacity) = (base, capacity)
    }

    deinit { if !isLent { base.deallocate() } }

    /// The bytes that `write` writes, which are not copied when there are at most `expected`.
    ///
    /// - Parameters:
    ///   - escaping: which characters are escaped.
    ///   - expected: bytes of room; more bytes than that cost one copy.
    ///   - write: writes the document; what it throws is thrown again, and the bytes are dropped.
    /// - Returns: the document.
    package static func array(
        escaping: Escaping,
        expecting expected: Int,
        _ write: (inout JSONWriter) throws -> Void
    ) rethrows -> [UInt8] {
        var outgrown: [UInt8]?
        var array: [UInt8] = []
        // The initializer of arrays for this costs 700 instructions more in Swift 6.3, because it is
        // not specialised.
        try array.append(addingCapacity: max(expected, 64)) { span in
            try span.withUnsafeMutableBufferPointer { room, count in
                guard let base = room.baseAddress else { return }  // never: there is room
                var writer = JSONWriter(escaping: escaping, into: base, capacity: room.count)
                try write(&writer)
                if writer.isLent { count = writer.count } else { outgrown = writer.bytes }
            }
        }
        return outgrown ?? array
    }

    /// A copy of the bytes written so far.
    package var bytes: [UInt8] {
        Array(UnsafeBufferPointer(start: base, count: count))
    }

    /// The bytes written; the writer cannot be used afterwards.
    ///
    /// Costs a copy of the bytes.
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
        guard capacity > max(limit, 64), !isLent else { return }
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

    /// Whether ``base`` belongs to the caller.
    @inlinable
    var isLent: Bool {
        @inline(__always) get { state & Self.lent != 0 }
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
        if capacity &- count < more { grow(more) }
    }

    @usableFromInline
    @inline(never)
    mutating func grow(_ more: Int) {
        let larger = max(capacity * 2, count + more)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.moveInitialize(from: base, count: count)
        if !isLent { base.deallocate() }
        state &= ~Self.lent
        base = moved
        capacity = larger
    }

    /// Writes a byte without checking for room.
    @inlinable
    @inline(__always)
    mutating func put(_ byte: UInt8) {
        base[count] = byte
        count &+= 1
    }

    /// Writes bytes without checking for room.
    @inlinable
    @inline(__always)
    mutating func put(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        (base + count).update(from: bytes, count: length)
        count += length
    }

    /// Writes a few bytes without checking for room, in words of which the last two may overlap.
    ///
    /// A call of `memmove` takes twice the instructions for the length of a name.
    @inlinable
    @inline(__always)
    mutating func putFew(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
        let source = UnsafeRawPointer(bytes)
        let place = UnsafeMutableRawPointer(base + count)
        count &+= length
        guard length >= 8 else {
            for index in 0..<length {
                place.storeBytes(of: bytes[index], toByteOffset: index, as: UInt8.self)
            }
            return
        }
        var offset = 0
        while offset &+ 8 < length {
            let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            place.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
            offset &+= 8
        }
        let word = source.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
        place.storeBytes(of: word, toByteOffset: length &- 8, as: UInt64.self)
    }

    /// Ensures room for a value of `length` bytes and writes the comma before it.
    @inlinable
    @inline(__always)
    mutating func beginValue(_ length: Int) {
        reserve(length &+ 1)
        if needsComma { put(UInt8(ascii: ",")) }
        needsComma = true
    }
}

// MARK: Structure

extension JSONWriter {
    /// Writes `{`; members follow until ``endObject()``.
    @inlinable
    package mutating func beginObject() { open(UInt8(ascii: "{")) }

    /// Closes the innermost object; that it is one is not checked.
    @inlinable
    package mutating func endObject() { close(UInt8(ascii: "}")) }

    /// Writes `[`; values follow until ``endArray()``.
    @inlinable
    package mutating func beginArray() { open(UInt8(ascii: "[")) }

    /// Closes the innermost array; that it is one is not checked.
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
        putFew(name.utf8Start, length)
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

    /// Writes a part of a document as it stands, such as `,"author":{"name":`; a value follows.
    ///
    /// For shapes that are written often: it costs half of writing the names one by one.
    @inlinable
    @inline(__always)
    package mutating func part(_ text: StaticString) {
        let length = text.utf8CodeUnitCount
        reserve(length)
        putFew(text.utf8Start, length)
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
    package mutating func opening(_ start: [UInt8]) {
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
    ///
    /// To be given to ``value(from:)`` later.
    package var length: Int { count }

    /// A copy of the bytes written since ``length`` was `start`, without a leading comma.
    package func value(from start: Int) -> [UInt8] {
        let bytes = UnsafeBufferPointer(start: base + start, count: count - start)
        return Array(bytes.first == UInt8(ascii: ",") ? bytes.dropFirst() : bytes[...])
    }

    /// Writes in quotes what `write` puts at the address; it returns how many bytes these are, at
    /// most `most`, and none of them needs an escape.
    @inlinable
    @inline(__always)
    package mutating func string(
        atMost most: Int,
        _ write: (UnsafeMutablePointer<UInt8>) -> Int
    ) {
        beginValue(most + 2)
        put(UInt8(ascii: "\""))
        count += write(base + count)
        put(UInt8(ascii: "\""))
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
