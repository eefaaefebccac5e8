import MockPostlyCompression
import Testing

@testable import MockPostlyWebSocket

/// One frame as a client sends it.
func frame(
    _ opcode: UInt8,
    _ payload: [UInt8],
    isFinal: Bool = true,
    reserved: UInt8 = 0,
    mask: UInt32 = 0x78_56_34_12
) -> [UInt8] {
    var bytes = [(isFinal ? 0x80 : 0) | reserved << 4 | opcode]
    switch payload.count {
    case 0...125: bytes.append(0x80 | UInt8(payload.count))
    case 126...65_535: bytes += [0xFE] + bigEndian(payload.count, 2)
    default: bytes += [0xFF] + bigEndian(payload.count, 8)
    }
    let key = (0..<4).map { UInt8(truncatingIfNeeded: mask >> ($0 * 8)) }
    return bytes + key + masked(payload, mask)
}

/// Eight bytes at a time, as some payloads have millions.
private func masked(_ payload: [UInt8], _ mask: UInt32) -> [UInt8] {
    let key = UInt64(mask) << 32 | UInt64(mask)
    var bytes = payload
    bytes.withUnsafeMutableBytes { bytes in
        let wholeWords = bytes.count & ~7
        for place in stride(from: 0, to: wholeWords, by: 8) {
            let word = UInt64(littleEndian: bytes.load(fromByteOffset: place, as: UInt64.self))
            bytes.storeBytes(of: (word ^ key).littleEndian, toByteOffset: place, as: UInt64.self)
        }
        for place in wholeWords..<bytes.count {
            bytes[place] ^= UInt8(truncatingIfNeeded: mask >> ((place & 3) * 8))
        }
    }
    return bytes
}

func bigEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

func text(_ text: String, isFinal: Bool = true) -> [UInt8] {
    frame(1, Array(text.utf8), isFinal: isFinal)
}

func binary(_ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    frame(2, payload, isFinal: isFinal)
}

func continuation(_ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    frame(0, payload, isFinal: isFinal)
}

func continuation(_ text: String, isFinal: Bool = true) -> [UInt8] {
    continuation(Array(text.utf8), isFinal: isFinal)
}

func ping(_ payload: String = "") -> [UInt8] { frame(9, Array(payload.utf8)) }

func pong(_ payload: String = "") -> [UInt8] { frame(10, Array(payload.utf8)) }

func close(_ code: Int? = nil, _ reason: [UInt8] = []) -> [UInt8] {
    frame(8, (code.map { bigEndian($0, 2) } ?? []) + reason)
}

/// The bytes that pairs of hexadecimal digits stand for.
func bytes(_ digits: String) -> [UInt8] {
    let values = digits.compactMap { $0.hexDigitValue.map { UInt8($0) } }
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
}
