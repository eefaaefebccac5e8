/// A message for many connections, whose frames are made once.
///
/// Belongs to one thread.
///
/// ```swift
/// let shared = SharedMessage(.text(event))
/// for client in clients { client.send(client.session.frame(for: shared)) }
/// ```
package final class SharedMessage {
    /// The content, whose frames are made when first needed and kept as long as this object.
    package let message: WebSocketMessage
    /// The frame for connections without compression.
    private(set) lazy var plain = FrameWriter.message(message)
    /// The compressed frames by window size.
    private var deflated: [Int: [UInt8]] = [:]

    /// A message whose frames are made when they are first needed.
    package init(_ message: WebSocketMessage) {
        self.message = message
    }

    /// The frame for a connection without context takeover.
    func frame(windowBits: Int, _ pool: DeflatePool) -> [UInt8] {
        if let frame = deflated[windowBits] { return frame }
        let frame = pool.frame(for: message, windowBits: windowBits)
        deflated[windowBits] = frame
        return frame
    }
}
