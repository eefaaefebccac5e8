internal import MockPostlyPlatform

/// What carries the bytes of a connection above its socket, such as TLS.
///
/// Neither function waits. Belongs to one thread at a time.
package protocol ByteStream: AnyObject {
    /// Sends the first of `bytes`, as many as the socket takes.
    func send(_ bytes: UnsafeRawBufferPointer) -> ByteStreamOutcome
    /// Receives into `buffer`, which has 16 KiB at least.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamOutcome
}

/// What came of sending or receiving.
package enum ByteStreamOutcome {
    /// So many bytes, at least one.
    case moved(Int)
    /// Goes on when the socket has something to read.
    case wantsReading
    /// Goes on when the socket can take something.
    case wantsWriting
    /// The other end sends, or takes, nothing more.
    case ended
    /// The connection is broken.
    case failed(HTTPFailure)
}

/// The bytes of a socket as they are.
package final class PlainStream: ByteStream {
    private let socket: Int32

    /// A stream over `socket`, which it does not close.
    package init(_ socket: Int32) {
        self.socket = socket
    }

    package func send(_ bytes: UnsafeRawBufferPointer) -> ByteStreamOutcome {
        let count = sendQuietly(socket, bytes)
        if count > 0 { return .moved(count) }
        switch errno {
        case EINTR, EAGAIN: return .wantsWriting
        // The answer to what was refused may be there to read.
        case EPIPE, ECONNRESET: return .ended
        default: return .failed(.system())
        }
    }

    package func receive(into buffer: UnsafeMutableRawBufferPointer) -> ByteStreamOutcome {
        let count = read(socket, buffer.baseAddress, buffer.count)
        if count > 0 { return .moved(count) }
        if count == 0 { return .ended }
        return errno == EINTR || errno == EAGAIN ? .wantsReading : .failed(.system())
    }
}
