internal import CMockPostlyTLS

/// One end of a TLS connection over a non-blocking socket.
///
/// It reads from the socket and writes to it without buffers of its own; the handshake is a part of
/// reading. The socket belongs to the caller. Belongs to one thread.
package final class TLSConnection {
    /// What came of reading or writing.
    package enum Outcome {
        /// So many bytes, at least one.
        case moved(Int)
        /// Goes on when the socket has something to read.
        case wantsReading
        /// Goes on when the socket can take something.
        case wantsWriting
        /// The other end will send nothing more.
        case ended
        /// The connection is broken; with the reason when it is one of TLS.
        case failed(TLSFailure?)
    }

    private let context: TLSContext
    private let pointer: OpaquePointer
    private var hasFailed = false
    /// Whether reading goes on only when the socket can take something.
    package private(set) var wantsWriting = false
    /// Whether the handshake is over.
    package private(set) var isEstablished = false

    /// The server's end over `socket`, whose client speaks first; nil without memory.
    ///
    /// The socket must stay open until this object is released, which does not close it.
    package convenience init?(over socket: Int32, _ context: TLSServerContext) {
        self.init(over: socket, of: context, SSL_set_accept_state)
    }

    /// The client's end over `socket`, which is connected to `host`; nil without memory.
    ///
    /// It speaks first: the handshake is a part of the first writing or reading.
    ///
    /// - Parameters:
    ///   - socket: must stay open until this object is released, which does not close it.
    ///   - host: a name, told the server by SNI (RFC 6066, section 3), or a numeric address
    ///     without brackets; the certificate must be for it.
    ///   - context: kept as long as the connection.
    package convenience init?(over socket: Int32, to host: String, _ context: TLSClientContext) {
        self.init(over: socket, of: context, SSL_set_connect_state)
        guard mockpostly_tls_expect(pointer, host) == 1 else { return nil }
    }

    private init?(over socket: Int32, of context: TLSContext, _ begin: (OpaquePointer) -> Void) {
        guard let pointer = SSL_new(context.pointer) else { return nil }
        guard SSL_set_fd(pointer, socket) == 1 else {
            SSL_free(pointer)
            return nil
        }
        begin(pointer)
        (self.context, self.pointer) = (context, pointer)
    }

    deinit { SSL_free(pointer) }

    /// Reads into `buffer`, which holds a record of any size.
    ///
    /// - Parameter buffer: at least 16 KiB, the most of one record; a smaller one leaves bytes
    ///   inside that no event of the socket tells of.
    /// - Returns: the bytes moved, or what the handshake waits for.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        var count = 0
        let result = mockpostly_tls_read(pointer, buffer.baseAddress, buffer.count, &count)
        wantsWriting = result == MOCKPOSTLY_TLS_WANTS_WRITE
        if !isEstablished { isEstablished = SSL_is_init_finished(pointer) == 1 }
        return outcome(result, count)
    }

    /// Writes the bytes of `head`, `body` and `end`, as many as the socket takes.
    ///
    /// What was not written must be the first that is written next.
    ///
    /// - Parameters:
    ///   - head: sent first.
    ///   - body: sent after it.
    ///   - end: sent last; each part may be empty.
    /// - Returns: how many bytes of the three together were taken.
    package func write(
        head: UnsafeRawBufferPointer,
        body: UnsafeRawBufferPointer,
        end: UnsafeRawBufferPointer
    ) -> Outcome {
        let total = head.count + body.count + end.count
        var written = 0
        while written < total {
            let bytes = record(head, body, end, from: written)
            var count = 0
            let result = mockpostly_tls_write(pointer, bytes.baseAddress, bytes.count, &count)
            guard result == MOCKPOSTLY_TLS_MOVED else {
                return written > 0 ? .moved(written) : outcome(result, 0)
            }
            written += count
        }
        return .moved(written)
    }

    /// Tells the other end that nothing more will be sent (`close_notify`), if the socket takes that.
    ///
    /// Does not wait for the answer of the other end. May be called more than once.
    package func finish() {
        guard isEstablished, !hasFailed else { return }
        ERR_clear_error()
        SSL_shutdown(pointer)
    }

    /// Has ``finish()`` say nothing, for a connection that is to end in disorder.
    package func abandon() {
        hasFailed = true
    }

    /// The bytes of the next record of the three parts together, of which `written` are sent.
    private func record(
        _ head: UnsafeRawBufferPointer,
        _ body: UnsafeRawBufferPointer,
        _ end: UnsafeRawBufferPointer,
        from written: Int
    ) -> UnsafeRawBufferPointer {
        let size = TLSContext.recordSize
        let others = head.count + body.count - written
        // Inside of the body nothing has to be put together.
        if written >= head.count, others >= size || end.isEmpty {
            return UnsafeRawBufferPointer(
                rebasing: body[(written - head.count)...].prefix(size)
            )
        }
        if written == 0, body.isEmpty, end.isEmpty {
            return UnsafeRawBufferPointer(rebasing: head.prefix(size))
        }
        var (filled, skipped) = (0, written)
        for part in [head, body, end] {
            let rest = part.dropFirst(skipped).prefix(size - filled)
            skipped = max(0, skipped - part.count)
            guard !rest.isEmpty else { continue }
            context.record[filled...].copyBytes(from: rest)
            filled += rest.count
        }
        return UnsafeRawBufferPointer(rebasing: context.record[..<filled])
    }

    /// The failure that was noted last, with the name that the certificate lacks.
    private var failure: TLSFailure {
        if let words = mockpostly_tls_distrust(pointer) {
            ERR_clear_error()
            return .untrusted(String(cString: words))
        }
        let failure = TLSFailure.last
        guard failure == .distrusted, mockpostly_tls_is_misnamed(pointer) == 1,
            let name = mockpostly_tls_name(pointer)
        else { return failure }
        return .misnamed(String(cString: name))
    }

    private func outcome(_ result: mockpostly_tls_result, _ count: Int) -> Outcome {
        switch result {
        case MOCKPOSTLY_TLS_MOVED: return .moved(count)
        case MOCKPOSTLY_TLS_WANTS_READ: return .wantsReading
        case MOCKPOSTLY_TLS_WANTS_WRITE: return .wantsWriting
        case MOCKPOSTLY_TLS_ENDED: return .ended
        case MOCKPOSTLY_TLS_REFUSED:
            hasFailed = true
            return .failed(failure)
        default:
            hasFailed = true
            return .failed(nil)
        }
    }
}
