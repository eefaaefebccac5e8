internal import CMockPostlyTLS

/// What the TLS connections of one end share: TLS 1.2 and 1.3 (RFC 5246, RFC 8446).
///
/// Belongs to one thread.
package class TLSContext {
    /// The most bytes of a record.
    static let recordSize = 16 * 1024

    /// The `SSL_CTX`, which lives as long as this object.
    let pointer: OpaquePointer
    /// Where the parts of a message are put together to one record.
    let record = UnsafeMutableRawBufferPointer.allocate(byteCount: recordSize, alignment: 16)

    /// Takes over the `SSL_CTX`, which is released with this object.
    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        SSL_CTX_free(pointer)
        record.deallocate()
    }
}
