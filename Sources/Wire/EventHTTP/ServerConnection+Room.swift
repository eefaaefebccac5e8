internal import MockPostlyHTTP

/// The memory of a connection, and what happens when the budget is used up.
extension ServerConnection {
    /// Bytes that the connection buffers for its client: input, output and early answers.
    ///
    /// Measured after each turn and counted in ``HTTPServer/budget``.
    var bufferedBytes: Int {
        var bytes = input.count + output.count + earlyBytes + parser.bufferedBytes
        if let outflow { bytes += outflow.waitingCount }
        guard let takeover else { return bytes }
        return bytes + takeover.bufferedBytes
    }

    /// Frees what exceeds the budget, and tells the client where that is still possible.
    ///
    /// A client that does not read its answer is closed without a message; a request is answered
    /// 413 when it alone exceeds the budget, else 503.
    func runOutOfRoom(_ held: Int) {
        let unsent = output.count + earlyBytes + (outflow?.waitingCount ?? 0)
        if unsent > held - unsent {
            // An answer has begun and the client does not read it: a message would not arrive.
            close()
        } else if let takeover {
            takeover.runOutOfRoom(isTooLarge: held > server.budget.limit)
        } else {
            reject(held > server.budget.limit ? .bodyTooLarge : .noRoom)
        }
        if !isClosed { share.count(bufferedBytes) }
    }
}
