extension Request {
    /// The request whose head was received as exactly `bytes`, with `body`.
    ///
    /// The opposite of ``withHeadBytes(_:)``, for what keeps requests as bytes. No limits are
    /// checked; bytes that no parser takes give an empty head.
    package init(headBytes bytes: [UInt8], body: [UInt8]) {
        let head = RequestHead(reserving: 12)
        var parser = HeadParser()
        _ = bytes.withUnsafeBufferPointer { try? parser.parse($0, .none, into: head) }
        self.init(head: head, body: body)
    }

    /// Bytes of the head as received, from the request line to the empty line.
    package var headLength: Int { head.bytes.count }

    /// Calls `body` with the bytes of the head as received.
    ///
    /// The buffer is valid only during the call. Names and values are in it as sent.
    package func withHeadBytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        head.bytes.withUnsafeBufferPointer(body)
    }

    /// The bytes of the fields named `name` (in lower case), joined with `,`; nil when there are
    /// none.
    ///
    /// For frameworks that do not read field values as UTF-8.
    ///
    /// Costs O(n) in the number of fields; for those that the parser notes there are properties.
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
