import MockPostlyTestKit
import MockPostlyText
import Testing

@testable import MockPostlyHTTP

/// Decodes by the letter of RFC 3986 §2.1, a byte at a time.
private func plainlyDecoded(_ bytes: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%") else {
            decoded.append(byte)
            continue
        }
        let digits = text(rest.prefix(2))
        guard digits.utf8.count == 2, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt8(digits, radix: 16), value > 0
        else { return nil }
        decoded.append(value)
        rest = rest.dropFirst(2)
    }
    return decoded
}

@Suite struct PercentDecodingTests {
    private func strictly(_ bytes: [UInt8]) throws(TargetFault) -> [UInt8] {
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(TargetFault) in try percentDecoded(strictly: bytes) }
        }
        return try result.get()
    }

    private func fault(_ bytes: [UInt8]) -> TargetFault? {
        bytes.withUnsafeBufferPointer { bytes in
            do throws(TargetFault) {
                try checkEscapes(bytes)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test(
        arguments: [
            "": "", "abc": "abc", "a+b": "a+b", "%41": "A", "%7e%7E": "~~", "a%20b": "a b",
            "%25": "%", "%2541": "%41", "%e7%8C%ab": "\u{732b}", "%09%0a": "\t\n", "%01": "\u{1}",
            "%41%42%43": "ABC", "x%41": "xA",
        ]
    )
    func `escapes of a path are decoded`(_ written: String, _ decoded: String) throws {
        #expect(try text(strictly(bytes(written))) == decoded)
        #expect(text(percentDecoded(bytes(written))) == decoded)
    }

    @Test(arguments: [
        "%": "%", "a%": "a%", "%4": "%4", "%4g": "%4g", "%%41": "%A", "a+b": "a+b", "%00": "\0",
    ])
    func `outside targets, what is no escape is kept`(_ written: String, _ decoded: String) {
        #expect(text(percentDecoded(bytes(written))) == decoded)
    }

    @Test(arguments: [
        "%", "a%", "%4", "%4g", "%g4", "%%", "%%41", "%zz", "%-1", "%+1", "% 1", "%0x",
    ])
    func `a percent sign without two digits is a fault`(_ written: String) {
        #expect(throws: TargetFault.malformedEscape) { try strictly(bytes(written)) }
        #expect(fault(bytes(written)) == .malformedEscape)
    }

    @Test(arguments: ["%00", "a%00b", "%41%00%zz"])
    func `an encoded NUL is a fault`(_ written: String) {
        #expect(throws: TargetFault.encodedNUL) { try strictly(bytes(written)) }
        #expect(fault(bytes(written)) == .encodedNUL)
    }

    @Test func `every byte has its escape in either case`() throws {
        for byte in UInt8(1)...255 {
            for isUpper in [true, false] {
                let digits = String(byte, radix: 16, uppercase: isUpper)
                let escape = bytes("%" + (byte < 16 ? "0" : "") + digits)
                #expect(try strictly(escape) == [byte])
            }
        }
    }

    @Test func `drawn bytes decode as the plain rule says`() {
        var draw = Draw(seed: 7)
        let letters = bytes("%%%%0019afAFgz/+\u{e9}")
        for _ in 0..<5000 {
            let input = (0..<draw.below(20)).map { _ in letters[draw.below(letters.count)] }
            #expect((try? strictly(input)) == plainlyDecoded(input))
            #expect((fault(input) == nil) == (plainlyDecoded(input) != nil))
        }
    }

    // MARK: Forms

    @Test(
        arguments: [
            "": "", "abc": "abc", "a+b": "a b", "a%20b": "a b", "a%2Bb": "a+b", "++": "  ",
            "%": "%", "%4": "%4", "100%": "100%", "%zz": "%zz", "%%41": "%A", "%4%41": "%4A",
            "%g1+": "%g1 ", "%00": "\u{0}", "caf%C3%a9": "caf\u{e9}", "caf\u{e9}": "caf\u{e9}",
            "%f0%9f%a6%8a": "\u{1f98a}", "%26%3d": "&=", "%2541": "%41", "%ff": "\u{fffd}",
            "%c3(": "\u{fffd}(", "a%e7%8c": "a\u{fffd}", "%ef%bb%bfa": "\u{feff}a",
            "%+1": "% 1", "%c3+%a9": "\u{fffd} \u{fffd}",
        ]
    )
    func `a form value is decoded and never refused`(_ written: String, _ decoded: String) {
        #expect(Array(formDecoded(bytes(written)).unicodeScalars) == Array(decoded.unicodeScalars))
        #expect(
            formDecoded(bytes("&" + written).dropFirst()).unicodeScalars.elementsEqual(
                decoded.unicodeScalars
            )
        )
    }

    @Test func `bytes that are no text become replacement characters`() {
        #expect(formDecoded([0xff]) == "\u{fffd}")
        #expect(formDecoded([0x61, 0xc3]) == "a\u{fffd}")
        #expect(formDecoded([0x2b, 0xff]) == " \u{fffd}")
        #expect(formDecodedBytes(bytes("%ff+%c3%zz")) == [0xff, 0x20, 0xc3] + bytes("%zz"))
        #expect(formDecodedBytes(bytes("+%41").reversed()) == bytes("14% "))
    }

    @Test func `drawn text survives encoding and decoding`() {
        var draw = Draw(seed: 11)
        for _ in 0..<2000 {
            let scalars = (0..<draw.below(12)).compactMap { _ in
                Unicode.Scalar(UInt32(draw.below(draw.below(2) == 0 ? 0x80 : 0x11_0000)))
            }
            let plain = String(String.UnicodeScalarView(scalars))
            let encoded = encoded(plain, &draw)
            #expect(formDecoded(encoded).utf8.elementsEqual(plain.utf8), "\(text(encoded))")
        }
    }
}

/// `text` as a form value, with more escapes than it needs.
func encoded(_ text: String, _ draw: inout Draw) -> [UInt8] {
    let plain = bytes("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~*")
    var encoded: [UInt8] = []
    for byte in text.utf8 {
        if byte == 0x20, draw.below(2) == 0 {
            encoded.append(UInt8(ascii: "+"))
        } else if plain.contains(byte), draw.below(4) > 0 {
            encoded.append(byte)
        } else {
            let digits = String(byte, radix: 16, uppercase: draw.below(2) == 0)
            encoded += bytes("%" + (byte < 16 ? "0" : "") + digits)
        }
    }
    return encoded
}
