package import MockPostlyCompression

/// A source of inflaters for a ``MessageAssembler``.
package protocol InflaterLending {
    /// Bytes that it holds for one connection between two messages.
    var bufferedBytes: Int { get }
    /// An inflater for one message, with the context of earlier messages if that is kept.
    func lend() -> MessageInflater
    /// Returns the inflater after a message without error; after an error it is discarded.
    func takeBack(_ inflater: MessageInflater)
}

/// The compressors and decompressors that all connections of a thread share.
///
/// Without context takeover nothing is kept between two messages, so a connection holds memory only
/// while a compressed message of its own is arriving. Belongs to one thread.
package final class DeflatePool: InflaterLending {
    /// How many inflaters are kept for later messages.
    private static let mostKept = 4

    private var inflaters: [MessageInflater] = []
    /// By window size.
    private var deflaters: [Int: MessageDeflater] = [:]

    /// An empty pool.
    package init() {}

    /// 0, because what it holds is shared by all connections.
    package var bufferedBytes: Int { 0 }

    /// Its window of 2^15 bytes reads the messages of every client.
    ///
    /// Never blocks.
    package func lend() -> MessageInflater {
        // An inflater with the largest window can read every client's messages.
        inflaters.popLast() ?? MessageInflater(windowBits: 15)
    }

    /// Resets it; more than four are freed.
    package func takeBack(_ inflater: MessageInflater) {
        guard inflaters.count < Self.mostKept else { return }
        inflater.reset()
        inflaters.append(inflater)
    }

    /// The frame of `message`, compressed without context if that makes it shorter.
    func frame(for message: WebSocketMessage, windowBits: Int) -> [UInt8] {
        let deflater = deflaters[windowBits] ?? MessageDeflater(windowBits: windowBits)
        deflaters[windowBits] = deflater
        deflater.reset()
        let payload = deflater.deflated(message.bytes)
        guard payload.count < message.bytes.count else { return FrameWriter.message(message) }
        return FrameWriter.frame(message.kind.opcode, payload, isDeflated: true)
    }
}

/// The inflater of one connection whose client refers to earlier messages.
final class OwnInflater: InflaterLending {
    private let windowBits: Int
    private var inflater: MessageInflater?

    init(windowBits: Int) {
        self.windowBits = windowBits
    }

    var bufferedBytes: Int { inflater?.bufferedBytes ?? 0 }

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
