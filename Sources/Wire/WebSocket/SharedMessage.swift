/// A message for many connections, whose frames are made once.
package final class SharedMessage {
    package let message: WebSocketMessage
    /// The frame for a connection without compression.
    private(set) lazy var plain = FrameWriter.message(message)
    /// The frames that may be compressed, by the bits of the window.
    private var deflated: [Int: [UInt8]] = [:]

    package init(_ message: WebSocketMessage) {
        self.message = message
    }

    /// The frame for a connection whose messages refer to no earlier ones.
    func frame(windowBits: Int, _ pool: DeflatePool) -> [UInt8] {
        if let frame = deflated[windowBits] { return frame }
        let frame = pool.frame(for: message, windowBits: windowBits)
        deflated[windowBits] = frame
        return frame
    }
}
