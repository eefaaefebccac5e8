/// Decodes base64 in the plain or the URL-safe alphabet, padded or not; nil for other text.
///
/// phoenix.js calls the token's encoding base64url but writes the plain alphabet without padding;
/// other clients really use base64url.
func decodeBase64(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var held: UInt32 = 0
    var bits: UInt32 = 0
    var digits = 0
    var pads = 0
    for character in text {
        if character == UInt8(ascii: "=") {
            pads += 1
            continue
        }
        guard pads == 0, let digit = base64Digit(character) else { return nil }
        digits += 1
        held = held << 6 | digit
        bits += 6
        if bits >= 8 {
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: held >> bits))
            held &= 1 << bits - 1
        }
    }
    // Six leftover bits mean a lone digit, which encodes no byte; fewer leftover bits must be zero.
    guard bits < 6, held == 0, pads == 0 || pads < 3 && (digits + pads) % 4 == 0 else { return nil }
    return bytes
}

private func base64Digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) - 48 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
}
