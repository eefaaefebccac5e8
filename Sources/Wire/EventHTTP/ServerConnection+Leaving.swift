internal import MockPostlyHTTP
internal import MockPostlyWorld

/// Clients that leave while a request is held, such as one that waits for an event.
///
/// A client that closes its socket, and one that shuts down its sending side only and still reads,
/// send the same. An interim response tells them apart: a closed socket answers it with a reset.
/// So nobody who reads is cut off, and nobody who has left keeps a connection until a timeout.
extension ServerConnection {
    /// The time that a reset may take, and how often it is looked for afterwards.
    private static let nanosecondsOfDoubt: UInt64 = 100_000_000
    private static let nanosecondsBetweenLooks: UInt64 = 1_000_000_000

    /// Whether to read while a request is held, to notice the end of the connection.
    var listensBehindHold: Bool {
        heldRequest != nil && outflow == nil && takeover == nil && !hasClientFinished
            && (streamed?.isWanted
                ?? (intake == .stopped
                    || (intake == .open && input.count < server.limits.inputBehindDelivery)))
    }

    /// Calls `body` when the connection ends before request `number`, which is held, is answered; at
    /// once if it has ended already.
    func watchClient(of number: Int, _ body: @escaping () -> Void) {
        guard !isClosed else { return body() }
        guard number == heldRequest else { return }
        whenLeft = body
    }

    /// The held request is answered.
    func endHold() {
        heldRequest = nil
        whenLeft = nil
    }

    /// Buffers what the client sends after a held request, and notices its end.
    func readBehindHold() {
        if let streamed { return readStreamed(streamed) }
        switch receive(into: server.roomToRead) {
        case .blocked: break
        case .failed: close()
        case .moved(0):
            hasClientFinished = true
            settle()
            probe()
        case .moved(let count):
            server.bytesReceived += count
            if intake == .open {
                input.append(UnsafeRawBufferPointer(rebasing: server.readBuffer[..<count]))
                hasUnseenInput = true
            }
            settle()
        }
    }

    /// Sends an interim response to a client that may have left.
    private func probe() {
        guard !isClosed, takesInterim, heldRequest == nextAnswer, output.isEmpty else { return }
        emitContinue()
        guard !isClosed else { return }
        settle()
        if wait == .answer { deadline = time.recent + Self.nanosecondsOfDoubt }
    }

    /// Closes if the client has answered the interim response with a reset.
    func lookForClient() {
        guard hasClientFinished, heldRequest != nil else { return }
        guard !isBroken(socket) else { return close() }
        deadline = time.recent + Self.nanosecondsBetweenLooks
    }
}
