/// Field lines that many answers share, formatted once.
///
/// Writing them costs a single copy of their bytes.
///
/// ```swift
/// let shared = FieldBlock([.init("X-Powered-By", "Express"), .init("Vary", "Origin")])
/// response.sharedFields = shared
/// ```
package struct FieldBlock: Sendable {
    // A class, so that passing a block on costs one reference count.
    private let lines: Lines

    private final class Lines: Sendable {
        let fields: [Response.Field]
        let bytes: [UInt8]

        init(_ fields: [Response.Field], _ bytes: [UInt8]) {
            self.fields = fields
            self.bytes = bytes
        }
    }

    /// A block of `fields`, without invalid ones, which ``ResponseWriter`` would also leave out.
    ///
    /// Costs one allocation and a copy of all names and values; make it once, not per answer.
    package init(_ fields: [Response.Field]) {
        let size = fields.reduce(0) { $0 + $1.lineLength }
        var valid: [Response.Field] = []
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            var cursor = HeadCursor(start)
            for field in fields where cursor.put(field) { valid.append(field) }
            count = cursor.count
        }
        lines = Lines(valid, bytes)
    }

    /// A block of fields whose values need not be UTF-8, without invalid ones.
    package init(lines: [(name: String, value: [UInt8])]) {
        var bytes: [UInt8] = []
        var valid: [Response.Field] = []
        for (name, value) in lines {
            let isName = Array(name.utf8).withUnsafeBufferPointer {
                !$0.isEmpty && ByteSet.token.containsAll($0)
            }
            guard isName, value.withUnsafeBufferPointer({ isFieldValue($0) }) else { continue }
            bytes += Array(name.utf8) + [UInt8(ascii: ":"), 0x20] + value + [0x0D, 0x0A]
            valid.append(Response.Field(name, String(decoding: value, as: UTF8.self)))
        }
        self.lines = Lines(valid, bytes)
    }

    /// The valid fields, in the order in which they are sent.
    package var fields: [Response.Field] { lines.fields }

    /// Whether it is `other` or a copy of it; a block that was made anew is another one.
    ///
    /// Compares identity, not content, in O(1).
    package func isSame(as other: FieldBlock) -> Bool { lines === other.lines }

    /// The formatted lines, each with CR LF.
    package var bytes: [UInt8] { lines.bytes }

    /// The fields of such lines, in their order.
    package static func fields(of bytes: [UInt8]) -> [Response.Field] {
        var (fields, rest) = ([Response.Field](), bytes[...])
        // A name has no colon, and a value no CR.
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")),
            let end = rest.firstIndex(of: UInt8(ascii: "\r"))
        {
            fields.append(
                Response.Field(
                    String(decoding: rest[..<colon], as: UTF8.self),
                    String(decoding: rest[(colon + 2)..<end], as: UTF8.self)
                )
            )
            rest = rest[(end + 2)...]
        }
        return fields
    }
}
