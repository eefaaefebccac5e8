internal import MockPostlyHTTP

/// What a connection holds, and what becomes of it when there is no room.
extension Connection {
    /// Bytes that it holds for its client, between two turns.
    var heldBytes: Int {
        var bytes = input.count + output.count + earlyBytes + parser.heldBytes
        if let outflow { bytes += outflow.waitingCount }
        guard let takeover else { return bytes }
        return bytes + takeover.heldBytes
    }

    /// Lets go of what there is no room for, and tells the client where that can be.
    func runOutOfRoom(_ held: Int) {
        let unsent = output.count + earlyBytes + (outflow?.waitingCount ?? 0)
        if unsent > held - unsent {
            // An answer has begun, and its client does not take it: no word would arrive.
            close()
        } else if let takeover {
            takeover.runOutOfRoom(isTooLarge: held > server.budget.limit)
        } else {
            reject(held > server.budget.limit ? .bodyTooLarge : .noRoom)
        }
        if !isClosed { share.count(heldBytes) }
    }
}
