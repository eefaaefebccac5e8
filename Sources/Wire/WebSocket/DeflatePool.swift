package import MockPostlyCompression

/// Where a ``MessageAssembler`` gets what inflates a message, and brings it back.
package protocol InflaterLending {
    /// Bytes that it holds for one connection between two messages.
    var heldBytes: Int { get }
    /// An inflater that knows of earlier messages what this one may refer to.
    func lend() -> MessageInflater
    /// Ends what ``lend()`` began, after a message without fault.
    func takeBack(_ inflater: MessageInflater)
}

/// The compression that all connections of a thread share.
///
/// Without context takeover nothing has to be remembered between two messages, so a connection
/// costs nothing while no compressed message of its own is under way. Not for use on two threads.
package final class DeflatePool: InflaterLending {
    /// Inflaters that are kept for the next message.
    private static let mostKept = 4

    private var inflaters: [MessageInflater] = []
    /// By the bits of their windows.
    private var deflaters: [Int: MessageDeflater] = [:]

    package init() {}

    /// All connections share what it holds.
    package var heldBytes: Int { 0 }

    package func lend() -> MessageInflater {
        // The largest window does for every client.
        inflaters.popLast() ?? MessageInflater(windowBits: 15)
    }

    package func takeBack(_ inflater: MessageInflater) {
        guard inflaters.count < Self.mostKept else { return }
        inflater.reset()
        inflaters.append(inflater)
    }

    /// The frame of `message`, compressed without reference to earlier ones if that is shorter.
    func frame(for message: WebSocketMessage, windowBits: Int) -> [UInt8] {
        let deflater = deflaters[windowBits] ?? MessageDeflater(windowBits: windowBits)
        deflaters[windowBits] = deflater
        deflater.reset()
        let payload = deflater.deflated(message.bytes)
        guard payload.count < message.bytes.count else { return FrameWriter.message(message) }
        return FrameWriter.frame(message.kind.opcode, payload, isDeflated: true)
    }
}

/// The inflater of one connection, whose client refers to earlier messages.
final class OwnInflater: InflaterLending {
    private let windowBits: Int
    private var inflater: MessageInflater?

    init(windowBits: Int) {
        self.windowBits = windowBits
    }

    var heldBytes: Int { inflater?.heldBytes ?? 0 }

    func lend() -> MessageInflater {
        let inflater = inflater ?? MessageInflater(windowBits: windowBits)
        self.inflater = inflater
        return inflater
    }

    func takeBack(_ inflater: MessageInflater) {}
}

extension MessageDeflater {
    func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        bytes.withUnsafeBufferPointer { append($0, to: &output) }
        return output
    }
}
