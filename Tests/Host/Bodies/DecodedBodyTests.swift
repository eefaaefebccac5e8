import MockPostlyBodies
import MockPostlyCompression
import MockPostlyHTTP
import MockPostlyTestKit
import Testing

@Suite
struct DecodedBodyTests {
    private let text = #"{"title":"Ebbe é"}"#

    private func decoded(
        _ bytes: [UInt8],
        type: String? = "application/json",
        coding: String? = nil,
        sent: Int? = nil,
        limit: Int = 1000
    ) throws -> DecodedBody {
        var fields: [(String, String)] = []
        if let type { fields.append(("Content-Type", type)) }
        if let coding { fields.append(("Content-Encoding", coding)) }
        var request = try Request.asking("POST", "/", fields)
        request.body = bytes
        return DecodedBody(of: request, sent: sent ?? bytes.count, limit: limit)
    }

    @Test(arguments: ContentCoding.allCases)
    func `content codings are undone`(coding: ContentCoding) throws {
        let body = try decoded(compress(Array(text.utf8), coding), coding: coding.name)
        #expect(String(decoding: body.bytes, as: UTF8.self) == text)
        #expect(body.isWhole && body.coding == coding.name && !body.isSealed)
        let twice = compress(compress(Array(text.utf8), coding), .gzip)
        #expect(try decoded(twice, coding: "\(coding.name), gzip").bytes == Array(text.utf8))
    }

    @Test
    func `a coded body has no more bytes than the limit`() throws {
        let zeros = [UInt8](repeating: 0x30, count: 1_000_000)
        let body = try decoded(compress(zeros, .gzip), coding: "gzip")
        #expect(body.bytes.count == 1000 && !body.isWhole)
        let part = compress((0..<400).map { UInt8($0 * $0 % 251) }, .deflate)
        let cut = try decoded(Array(part.prefix(200)), coding: "deflate", sent: part.count)
        #expect(!cut.isWhole && cut.coding == "deflate")
    }

    @Test
    func `what is not of its coding stays, sealed`() throws {
        let body = try decoded(Array(text.utf8), coding: "gzip")
        #expect(body.isSealed && body.bytes == Array(text.utf8) && body.coding == nil)
        #expect(try decoded([], coding: "gzip").isWhole)
    }

    private func utf16(_ isBigEndian: Bool, marked: Bool) -> [UInt8] {
        ((marked ? "\u{FEFF}" : "") + text).utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `UTF-16 with and without a mark, with and without its name`(
        isBigEndian: Bool,
        marked: Bool
    ) throws {
        let bytes = utf16(isBigEndian, marked: marked)
        let exact = "application/json; charset=utf-16\(isBigEndian ? "be" : "le")"
        for type in [exact, "application/json; charset=\"UTF-16\"", "application/json", nil] {
            let body = try decoded(bytes, type: type)
            #expect(String(decoding: body.bytes, as: UTF8.self) == text)
            #expect(body.hasMark == marked && body.charset?.hasPrefix("utf-16") == true)
        }
    }

    @Test(arguments: [
        [0xFF, 0xFE, 0x00], [0xFE, 0xFF, 0xD8, 0x00, 0x00, 0x41], [0xFF, 0xFE, 0x00, 0xDC],
        [0x41, 0x00, 0x42, 0x00, 0x43], [0x41, 0x00, 0x42, 0x00, 0x00, 0xDC],
    ])
    func `half characters are no text of UTF-16, unless it is cut or named`(
        bytes: [UInt8]
    ) throws {
        for type in ["application/octet-stream", nil] {
            let body = try decoded(bytes, type: type)
            #expect(body.bytes == bytes && body.charset == nil && !body.hasMark)
        }
        // Whoever names it reads what there is, as the original does.
        #expect(try decoded(bytes, type: "text/plain; charset=utf-16").charset == "utf-16")
        let text = utf16(false, marked: true) + [0x3D, 0xD8, 0x00, 0xDE]
        for count in text.count - 3..<text.count {
            let cut = try decoded(Array(text.prefix(count)), type: nil, sent: text.count)
            #expect(cut.charset == "utf-16" && cut.bytes.starts(with: self.text.utf8))
        }
    }

    @Test
    func `a mark of UTF-8 is no part of the text, and Latin letters are read`() throws {
        let marked = try decoded([0xEF, 0xBB, 0xBF] + text.utf8)
        #expect(marked.bytes == Array(text.utf8) && marked.hasMark && marked.charset == nil)
        let latin = try decoded([0x61, 0xE9], type: "text/plain; charset=iso-8859-1")
        #expect(latin.bytes == Array("aé".utf8) && latin.charset == "iso-8859-1")
        let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10]
        #expect(try decoded(picture, type: "image/jpeg").bytes == picture)
        #expect(try decoded([0x00, 0x01, 0x00, 0x00], type: nil).charset == nil)
    }
}
