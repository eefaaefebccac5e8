internal import MockPostlyHTTP
internal import MockPostlyPlatform
internal import MockPostlyWorld

/// How slowly the body of a request is read.
struct SlowUpload {
    /// The number of the request in its connection.
    let request: Int
    let bytesPerSecond: Int
    /// Ends the pause after the last piece; nil while reading goes on.
    var rest: OneShotTimer?

    /// The most bytes that are read at once: those of a tenth of a second.
    var piece: Int { max(1, min(64 * 1024, bytesPerSecond / 10)) }
}

/// Bodies that are read slowly on purpose, so that the client's socket fills up.
extension ServerConnection {
    /// What the system receives ahead of a connection that is read slowly, in bytes, about.
    private static let receiveBuffer: Int32 = 8 * 1024

    /// Whether nothing is read until a pause is over.
    var restsFromReading: Bool { upload?.rest != nil }

    /// Where the next read goes.
    var roomToRead: UnsafeMutableRawBufferPointer {
        let room = server.roomToRead
        guard let upload, upload.request == nextRequest, parser.awaitsBody else { return room }
        return UnsafeMutableRawBufferPointer(rebasing: room[..<min(room.count, upload.piece)])
    }

    /// Pauses after `count` bytes of a body that is not whole, if its request is to be read slowly.
    func readSlowly(_ count: Int) {
        if upload == nil || upload?.request != nextRequest {
            guard askedUpload != nextRequest, let request = parser.begunRequest else { return }
            askedUpload = nextRequest
            let rate = server.handler.uploadBandwidth(of: request, label: label)
            guard let rate else { return }
            upload = SlowUpload(request: nextRequest, bytesPerSecond: rate)
            setOption(socket, SOL_SOCKET, SO_RCVBUF, Self.receiveBuffer)
        }
        guard let upload, count > 0 else { return }
        let seconds = Double(count) / Double(upload.bytesPerSecond)
        do throws(EventError) {
            self.upload?.rest = try OneShotTimer(
                after: .nanoseconds(Int64(seconds * 1e9)),
                on: server.loop,
                of: self
            ) { connection in
                connection.upload?.rest = nil
                connection.settle(received: true)
            }
        } catch {
            server.handler.note("a body is not read slowly: \(error.words)")
        }
    }
}
