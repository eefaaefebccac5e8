extension Instant {
    /// The most bytes that ``writeRFC3339Micros(to:)`` and ``writeRFC3339Millis(to:)`` write.
    package static var longestRFC3339: Int { 40 }

    /// Writes ``rfc3339Micros`` as ASCII to `start` and returns the number of bytes.
    ///
    /// Digits are written in pairs from a table, at fixed places: a third of the instructions that
    /// one digit after the other takes.
    ///
    /// - Parameter start: has room for ``longestRFC3339`` bytes; no zero byte is written.
    /// - Returns: how many bytes were written: 32 for the years 0 to 9999.
    package func writeRFC3339Micros(to start: UnsafeMutablePointer<UInt8>) -> Int {
        let time = CalendarTime(self)
        guard 0...9999 ~= time.year else { return writeFarRFC3339Micros(to: start) }
        let (year, microsecond) = (Int(time.year), Int(time.microsecond))
        put(year / 100, start)
        put(year % 100, start + 2)
        start[4] = UInt8(ascii: "-")
        put(Int(time.month), start + 5)
        start[7] = UInt8(ascii: "-")
        put(Int(time.day), start + 8)
        start[10] = UInt8(ascii: "T")
        put(Int(time.hour), start + 11)
        start[13] = UInt8(ascii: ":")
        put(Int(time.minute), start + 14)
        start[16] = UInt8(ascii: ":")
        put(Int(time.second), start + 17)
        start[19] = UInt8(ascii: ".")
        put(microsecond / 10_000, start + 20)
        put(microsecond / 100 % 100, start + 22)
        put(microsecond % 100, start + 24)
        // The bytes of `+00:00`, the first in the lowest bits.
        let zone = UnsafeMutableRawPointer(start + 26)
        zone.storeBytes(of: UInt32(0x3A30_302B).littleEndian, as: UInt32.self)
        (zone + 4).storeBytes(of: UInt16(0x3030).littleEndian, as: UInt16.self)
        return 32
    }

    /// Writes ``rfc3339Millis`` as ASCII to `start` and returns the number of bytes.
    ///
    /// - Parameter start: has room for ``longestRFC3339`` bytes; no zero byte is written.
    /// - Returns: how many bytes count: 24 for the years 0 to 9999.
    package func writeRFC3339Millis(to start: UnsafeMutablePointer<UInt8>) -> Int {
        guard writeRFC3339Micros(to: start) == 32 else { return writeFarRFC3339Millis(to: start) }
        // In place of the fourth digit of the fraction.
        start[23] = UInt8(ascii: "Z")
        return 24
    }

    /// Writes a number below 100 as two digits.
    @inline(__always)
    private func put(_ number: Int, _ start: UnsafeMutablePointer<UInt8>) {
        let pair = UnsafeRawPointer(pairs.utf8Start + 2 * number).loadUnaligned(as: UInt16.self)
        UnsafeMutableRawPointer(start).storeBytes(of: pair, as: UInt16.self)
    }
}

/// The numbers below 100 as two digits each.
private let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """
