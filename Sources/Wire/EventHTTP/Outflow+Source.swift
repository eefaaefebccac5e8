internal import MockPostlyHTTP

extension Outflow: BodyStream {
    var unsentCount: Int { hasEnded ? 0 : unsentBytes }

    func write(_ bytes: [UInt8]) -> Bool {
        guard !hasEnded, !framer.hasEnded else { return false }
        let unsent = unsentBytes
        guard unsent == 0 || bytes.count <= limit - unsent else {
            owesDrain = true
            return false
        }
        append(framer.body(bytes))
        sendAtEndOfTick()
        return true
    }

    func finish() {
        guard !hasEnded, !framer.hasEnded else { return }
        hasFinished = true
        append(framer.end())
        sendAtEndOfTick()
    }

    func drop() {
        if !hasEnded { connection.close() }
    }
}
