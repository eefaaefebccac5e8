internal import MockPostlyEventHTTP
internal import MockPostlyHTTPClient
internal import MockPostlyPlatform
internal import MockPostlyTLS

/// Is told what comes from a real server.
protocol UpstreamSocketOwner: AnyObject {
    /// Bytes have come, which are valid only during the call.
    func socket(_ socket: UpstreamSocket, received bytes: UnsafeRawBufferPointer)
    /// Nothing more will come; nil after an orderly end.
    func socket(_ socket: UpstreamSocket, ended failure: HTTPFailure?)
    /// All that was to be sent is with the system.
    func socketHasSent(_ socket: UpstreamSocket)
}

extension UpstreamSocketOwner {
    func socketHasSent(_ socket: UpstreamSocket) {}
}

/// A connection to a real server, plain or by TLS.
///
/// Released, it is closed. Belongs to the loop's thread.
final class UpstreamSocket {
    private let descriptor: Int32
    private let loop: EventLoop
    /// Where bytes are received, for all connections of the client.
    private let room: UnsafeMutableRawBufferPointer
    private let tls: TLSConnection?
    private var reading: ReadingWatch?
    private var writing: WritingWatch?
    /// What waits for the socket, and how many of its bytes are sent.
    private var output: [UInt8] = []
    private var sent = 0
    /// Whether the server takes nothing more; what it has answered is still read.
    private var isShut = false
    weak var owner: (any UpstreamSocketOwner)?

    /// A connection over `descriptor`, which is connected and owned by this object.
    init(
        _ descriptor: Int32,
        _ tls: TLSConnection?,
        _ room: UnsafeMutableRawBufferPointer,
        on loop: EventLoop
    ) {
        (self.descriptor, self.tls, self.room, self.loop) = (descriptor, tls, room, loop)
    }

    deinit {
        (reading, writing) = (nil, nil)
        tls?.finish()
        close(descriptor)
    }

    /// The bytes that the system has not taken yet.
    var unsentCount: Int { output.count - sent }

    // MARK: Receiving

    /// Starts or stops to receive.
    ///
    /// - Throws: ``EventError`` when the socket cannot be watched.
    func setReading(_ isOn: Bool) throws(EventError) {
        guard isOn != (reading != nil) else { return }
        reading = isOn ? try ReadingWatch(descriptor, on: loop, of: self) { $0.readable() } : nil
    }

    private func readable() {
        // The owner may release this object.
        withExtendedLifetime(self) {
            switch receive() {
            case .moved(let count):
                owner?.socket(self, received: UnsafeRawBufferPointer(rebasing: room[..<count]))
                // A handshake may have ended with it.
                if !output.isEmpty { flush() }
            case .blocked: flush()
            case .ended(let failure):
                reading = nil
                owner?.socket(self, ended: failure)
            }
        }
    }

    private enum Reception {
        case moved(Int)
        case blocked
        case ended(HTTPFailure?)
    }

    private func receive() -> Reception {
        guard let tls else {
            let count = recv(descriptor, room.baseAddress, room.count, 0)
            if count > 0 { return .moved(count) }
            if count == 0 { return .ended(nil) }
            return isToBeTriedAgain(errno) ? .blocked : .ended(.system(errno))
        }
        switch tls.read(into: room) {
        case .moved(let count): return .moved(count)
        case .wantsReading: return .blocked
        case .wantsWriting:
            watchWriting()
            return .blocked
        case .ended: return .ended(tls.isEstablished ? nil : .cut)
        case .failed(let failure): return .ended(HTTPFailure(failure))
        }
    }

    // MARK: Sending

    /// Sends `bytes` after those that wait; what the system does not take now is sent later.
    func send(_ bytes: [UInt8]) {
        guard !isShut else { return }
        if sent == output.count { (output, sent) = (bytes, 0) } else { output += bytes }
        flush()
    }

    private func flush() {
        guard !isShut else { return }
        while unsentCount > 0 {
            let count = output.withUnsafeBytes { bytes in
                transmit(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
            }
            guard let count else { return }
            sent += count
        }
        if tls?.wantsWriting != true { writing = nil }
        guard sent > 0 else { return }
        (output, sent) = ([], 0)
        owner?.socketHasSent(self)
    }

    /// Sends some of `bytes`; nil when the rest has to wait, or is of no use any more.
    private func transmit(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let tls else {
            let count = systemSend(descriptor, bytes)
            if count > 0 { return count }
            isToBeTriedAgain(errno) ? watchWriting() : shutSending()
            return nil
        }
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        switch tls.write(head: bytes, body: none, end: none) {
        case .moved(let count): return count
        case .wantsReading: writing = nil
        case .wantsWriting: watchWriting()
        case .ended: shutSending()
        case .failed(let failure):
            shutSending()
            if let failure { fail(HTTPFailure(failure)) }
        }
        return nil
    }

    /// What the server has answered before it stopped to take bytes may still be read.
    private func shutSending() {
        (output, sent, isShut) = ([], 0, true)
        writing = nil
    }

    private func fail(_ failure: HTTPFailure) {
        reading = nil
        owner?.socket(self, ended: failure)
    }

    private func watchWriting() {
        guard writing == nil else { return }
        writing = try? WritingWatch(descriptor, on: loop, of: self) { socket in
            withExtendedLifetime(socket) {
                if socket.tls?.wantsWriting == true { socket.readable() }
                socket.flush()
            }
        }
        if writing == nil { fail(.system(ENOMEM)) }
    }
}

/// Sends what the socket takes of `bytes`; negative, with `errno`, when it takes nothing.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(socket, bytes.baseAddress, bytes.count, 0)
}

/// Whether a call that has failed with `code` may succeed later.
private func isToBeTriedAgain(_ code: Int32) -> Bool {
    code == EAGAIN || code == EWOULDBLOCK || code == EINTR
}

extension HTTPFailure {
    init(_ failure: TLSFailure?) {
        self =
            switch failure {
            case .untrusted(let words): .untrusted(words)
            case .other(let words): .insecure(words)
            case .alert(116): .insecure("it wants a certificate of its client")
            case .alert(let number): .insecure("alert \(number)")
            case .version: .insecure("no version in common")
            case nil, .distrusted, .misnamed, .expired, .left, .notSpoken: .cut
            }
    }
}
