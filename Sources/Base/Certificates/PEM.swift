internal import MockPostlyCrypto
internal import MockPostlyText

/// A block of text between `-----BEGIN LABEL-----` and `-----END LABEL-----` (RFC 7468).
struct PEM: Equatable {
    /// What the block holds, such as `CERTIFICATE`.
    var label: String
    /// The bytes; nil when the text between the lines is not base64.
    var bytes: [UInt8]?
    /// Whether lines before the base64 say how the block is encrypted (RFC 1421).
    var isEncrypted = false

    /// The text of the block, with a newline at its end.
    static func text(_ label: String, _ bytes: [UInt8]) -> String {
        let digits = Array(Base64.encode(bytes).utf8)
        var text = "-----BEGIN \(label)-----\n"
        for start in stride(from: 0, to: digits.count, by: 64) {
            text += String(decoding: digits[start..<min(start + 64, digits.count)], as: UTF8.self)
            text += "\n"
        }
        return text + "-----END \(label)-----\n"
    }

    /// The blocks of a text, in their order; what is between them is left out.
    ///
    /// A block whose end is missing has no bytes.
    static func blocks(in text: [UInt8]) -> [PEM] {
        var blocks: [PEM] = []
        var open: (label: String, digits: [UInt8], isEncrypted: Bool)?
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let line = trimmed(line)
            if let label = label(line, "-----BEGIN ") {
                if let open { blocks.append(PEM(label: open.label, bytes: nil)) }
                open = (label, [], false)
            } else if let label = label(line, "-----END "), let whole = open {
                let digits = String(decoding: whole.digits, as: UTF8.self)
                let bytes = label == whole.label ? Base64.decode(digits) : nil
                blocks.append(
                    PEM(label: whole.label, bytes: bytes, isEncrypted: whole.isEncrypted)
                )
                open = nil
            } else if open != nil {
                if line.contains(UInt8(ascii: ":")) {
                    if line.starts(with: "Proc-Type:".utf8) { open?.isEncrypted = true }
                    if line.starts(with: "DEK-Info:".utf8) { open?.isEncrypted = true }
                } else {
                    open?.digits += line
                }
            }
        }
        if let open { blocks.append(PEM(label: open.label, bytes: nil)) }
        return blocks
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, first == 0x20 || first == 0x09 { line.removeFirst() }
        while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
        return line
    }

    /// The label of a line that begins with `start` and ends with five hyphens.
    private static func label(_ line: ArraySlice<UInt8>, _ start: String) -> String? {
        let end = "-----".utf8
        guard line.starts(with: start.utf8), line.count >= start.utf8.count + end.count,
            line.suffix(end.count).elementsEqual(end)
        else { return nil }
        return String(
            decoding: line.dropFirst(start.utf8.count).dropLast(end.count),
            as: UTF8.self
        )
    }
}
