package import MockPostlyHTTP
internal import MockPostlyWorld

/// The body of a request, which is sent on as it comes.
///
/// The client is not read while the real server takes nothing, and not asked for the body before it
/// was reached.
extension UpstreamExchange: BodyTaker {
    func socketHasSent(_ socket: UpstreamSocket) {
        guard let incoming = request.incoming else { return }
        lastMove = monotonicNanoseconds()
        incoming.want()
    }

    package func take(_ bytes: [UInt8]) {
        guard let incoming = request.incoming else { return }
        // Until the system has taken them.
        incoming.rest()
        send(incoming.length == nil ? Self.chunk(bytes) : bytes)
    }

    package func finishBody() {
        if request.incoming?.length == nil { send(Array("0\r\n\r\n".utf8)) }
    }

    package func cutBody(_ rejection: Rejection?) { fail(.incomplete(rejection)) }

    /// How much longer than `limit` the answer may take, as the body has moved since it began; nil for
    /// no longer.
    ///
    /// While the client pauses, the server owes nothing; a limit of its own ends that.
    package func respite(within limit: Duration) -> Duration? {
        guard let incoming = request.incoming else { return nil }
        if let socket, socket.unsentCount == 0, !incoming.isWhole { return limit }
        let left = limit - .nanoseconds(Int64(clamping: monotonicNanoseconds() &- lastMove))
        return left > .zero ? left : nil
    }

    private func send(_ bytes: [UInt8]) {
        lastMove = monotonicNanoseconds()
        socket?.send(bytes)
    }

    private static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [0x0D, 0x0A]
    }
}
