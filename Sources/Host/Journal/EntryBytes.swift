/// Writes the parts of an entry one after the other into memory that has room for all of them.
struct EntryWriter {
    private(set) var place: UnsafeMutableRawPointer

    init(_ start: UnsafeMutableRawPointer) { place = start }

    @inline(__always) mutating func put<Value: BitwiseCopyable>(_ value: Value) {
        place.storeBytes(of: value, as: Value.self)
        place += MemoryLayout<Value>.size
    }

    @inline(__always) mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        place.copyMemory(from: start, byteCount: bytes.count)
        place += bytes.count
    }

    /// Writes the first `count` bytes.
    @inline(__always) mutating func put(_ bytes: [UInt8], _ count: Int) {
        bytes.withUnsafeBytes { put(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// Writes the first `count` bytes of a text.
    @inline(__always) mutating func put(plain text: String, _ count: Int) {
        let isDone: Void? = text.utf8.withContiguousStorageIfAvailable {
            put(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[..<count]))
        }
        if isDone == nil { put(Array(text.utf8), count) }
    }

    /// Writes a text of which ``size(of:)`` says how much it takes.
    mutating func put(_ text: String?) {
        put(text.map { UInt32($0.utf8.count) } ?? .max)
        if let text { put(plain: text, text.utf8.count) }
    }

    static func size(of text: String?) -> Int {
        MemoryLayout<UInt32>.size + (text?.utf8.count ?? 0)
    }
}

/// Reads what an ``EntryWriter`` has written, in the same order.
struct EntryReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var place: Int

    init(_ bytes: UnsafeRawBufferPointer, at place: Int = 0) {
        (self.bytes, self.place) = (bytes, place)
    }

    mutating func value<Value: BitwiseCopyable>(_ type: Value.Type = Value.self) -> Value {
        defer { place += MemoryLayout<Value>.size }
        return bytes.loadUnaligned(fromByteOffset: place, as: type)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { place += count }
        return Array(bytes[place..<(place + count)])
    }

    mutating func text(_ count: Int) -> String {
        defer { place += count }
        return String(decoding: bytes[place..<(place + count)], as: UTF8.self)
    }

    mutating func text() -> String? {
        let count = value(UInt32.self)
        return count == .max ? nil : text(Int(count))
    }

    /// All that is left.
    mutating func rest() -> [UInt8] { bytes(bytes.count - place) }
}
