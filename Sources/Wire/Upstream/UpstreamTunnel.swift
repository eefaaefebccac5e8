internal import MockPostlyEventHTTP
internal import MockPostlyHTTP
internal import MockPostlyHTTPClient

/// Two connections with one protocol after a 101: what one end sends, the other gets.
///
/// The real server is not read while the client takes nothing. Belongs to the loop's thread.
final class UpstreamTunnel: Takeover {
    /// What may wait for the client before the server is not read any more.
    private static let mostUntaken = 256 * 1024
    /// What may wait for the server before the connection is given up: its client cannot be slowed.
    private static let mostUnsent = 4 * 1024 * 1024
    /// How often it is looked whether the client has taken what waits.
    private static let pause = Duration.milliseconds(20)

    private var socket: UpstreamSocket?
    private var stream: (any MockPostlyHTTP.ByteStream)?
    /// What the server has sent before the client's connection was there.
    private var first: [UInt8]
    private var hasEnded = false

    init(over socket: UpstreamSocket, having first: [UInt8]) {
        (self.socket, self.first) = (socket, first)
        socket.owner = self
    }

    var bufferedBytes: Int { socket?.unsentCount ?? 0 }

    func begin(_ stream: any MockPostlyHTTP.ByteStream) {
        self.stream = stream
        pass(first)
        first = []
        if hasEnded { stream.conclude() }
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        socket?.send(Array(bytes))
        if bufferedBytes > Self.mostUnsent { stream?.drop() }
        return bytes.count
    }

    private func pass(_ bytes: [UInt8]) {
        guard let stream, !bytes.isEmpty else { return }
        stream.write(bytes)
        guard stream.unsentCount > Self.mostUntaken else { return }
        setReading(false)
        stream.expire(after: Self.pause)
    }

    private func setReading(_ isOn: Bool) {
        do throws(EventError) {
            try socket?.setReading(isOn)
        } catch {
            stream?.drop()
        }
    }

    func timeOut() {
        guard let stream, !hasEnded else { return }
        guard stream.unsentCount <= Self.mostUntaken / 2 else {
            return stream.expire(after: Self.pause)
        }
        setReading(true)
    }

    func runOutOfRoom(isTooLarge: Bool) { stream?.drop() }

    func stop() { stream?.conclude() }

    func end() { (socket, stream) = (nil, nil) }
}

extension UpstreamTunnel: UpstreamSocketOwner {
    func socket(_ socket: UpstreamSocket, received bytes: UnsafeRawBufferPointer) {
        if stream == nil { first += bytes } else { pass(Array(bytes)) }
    }

    func socket(_ socket: UpstreamSocket, ended failure: HTTPFailure?) {
        hasEnded = true
        stream?.conclude()
    }
}
