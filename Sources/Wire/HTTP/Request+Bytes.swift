extension Request {
    /// The bytes of the fields named `name` (in lower case), joined with `,`; nil when there are
    /// none.
    ///
    /// For frameworks that do not read field values as UTF-8.
    package func headerBytes(_ name: StaticString) -> [UInt8]? {
        head.bytes.withUnsafeBufferPointer { bytes in
            var joined: [UInt8]?
            for field in head.fields {
                let spelled = UnsafeBufferPointer(rebasing: bytes[field.nameRange])
                guard equalIgnoringCase(spelled, name) else { continue }
                let value = bytes[field.valueRange]
                joined = joined.map { $0 + [UInt8(ascii: ",")] + value } ?? Array(value)
            }
            return joined
        }
    }
}
