/// Writes the frames of a server, which are not masked.
///
/// Frames have 2 to 10 bytes before the payload (RFC 6455, 5.2), and may be sent to any number of
/// clients.
package enum FrameWriter {
    /// The most bytes of a header.
    private static let longestHeader = 10

    /// A frame with its header.
    ///
    /// - Parameters:
    ///   - opcode: the type of the frame.
    ///   - payload: the content; at most 125 bytes in a control frame, else the program stops.
    ///   - isFinal: whether this is the last frame of its message.
    ///   - isDeflated: whether this is the first frame of a compressed message.
    /// - Returns: the header and the payload.
    package static func frame(
        _ opcode: Opcode,
        _ payload: [UInt8],
        isFinal: Bool = true,
        isDeflated: Bool = false
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        append(opcode, payload, isFinal: isFinal, isDeflated: isDeflated, to: &bytes)
        return bytes
    }

    /// Appends the bytes of ``frame(_:_:isFinal:isDeflated:)`` to `bytes`.
    ///
    /// - Parameters:
    ///   - opcode: the type of the frame.
    ///   - payload: the content; at most 125 bytes in a control frame, else the program stops.
    ///   - isFinal: whether this is the last frame of its message.
    ///   - isDeflated: whether this is the first frame of a compressed message.
    ///   - bytes: what is sent before; nothing of it is changed.
    package static func append(
        _ opcode: Opcode,
        _ payload: [UInt8],
        isFinal: Bool = true,
        isDeflated: Bool = false,
        to bytes: inout [UInt8]
    ) {
        precondition(!opcode.isControl || payload.count <= 125 && isFinal && !isDeflated)
        if bytes.isEmpty { bytes.reserveCapacity(longestHeader + payload.count) }
        appendHeader(opcode, payload.count, isFinal: isFinal, isDeflated: isDeflated, to: &bytes)
        bytes.append(contentsOf: payload)
    }

    /// The frame of an uncompressed message whose content is given in two parts.
    ///
    /// - Parameters:
    ///   - kind: text or binary.
    ///   - head: the part of one client, such as `["1"` of a Phoenix message.
    ///   - tail: the part that all clients share.
    /// - Returns: header, head and tail in one array, allocated once.
    package static func message(
        _ kind: WebSocketMessage.Kind,
        head: [UInt8],
        tail: [UInt8]
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        let length = head.count + tail.count
        bytes.reserveCapacity(longestHeader + length)
        appendHeader(kind.opcode, length, isFinal: true, isDeflated: false, to: &bytes)
        bytes.append(contentsOf: head)
        bytes.append(contentsOf: tail)
        return bytes
    }

    /// The only frame of an uncompressed message.
    ///
    /// It is never fragmented, whatever its size.
    package static func message(_ message: WebSocketMessage) -> [UInt8] {
        frame(message.kind.opcode, message.bytes)
    }

    /// A close frame.
    ///
    /// Without a code the frame is empty, and the peer sees 1005.
    package static func close(_ close: CloseFrame) -> [UInt8] {
        frame(.close, close.payload)
    }
    private static func appendHeader(
        _ opcode: Opcode,
        _ length: Int,
        isFinal: Bool,
        isDeflated: Bool,
        to bytes: inout [UInt8]
    ) {
        bytes.append((isFinal ? 0x80 : 0) | (isDeflated ? 0x40 : 0) | opcode.rawValue)
        switch length {
        case 0...125:
            bytes.append(UInt8(length))
        case 126...65_535:
            bytes.append(126)
            bytes.append(UInt8(length >> 8))
            bytes.append(UInt8(length & 0xff))
        default:
            bytes.append(127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: length >> shift))
            }
        }
    }
}
