/// Field lines that many answers have in common, made ready once.
///
/// Writing them costs one copy of their bytes, however many they are.
package struct FieldBlock: Sendable {
    // An object, so that handing a block on costs no more than one count.
    private let lines: Lines

    private final class Lines: Sendable {
        let fields: [Response.Field]
        let bytes: [UInt8]

        init(_ fields: [Response.Field], _ bytes: [UInt8]) {
            self.fields = fields
            self.bytes = bytes
        }
    }

    /// A block of `fields`, without those that ``ResponseWriter`` would leave out.
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

    package var fields: [Response.Field] { lines.fields }

    /// The lines as they are sent.
    var bytes: [UInt8] { lines.bytes }
}
