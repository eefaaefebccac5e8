internal import MockPostlyCompression
package import MockPostlyHTTP

/// A body as a person reads it: its content coding and character set undone, without a mark.
///
/// The one view of a body: it is matched, verified, shown and searched for secrets in this form, so
/// that nothing is seen by one of them and missed by another.
package struct DecodedBody: Sendable {
    /// The text in UTF-8, or the bytes of something else, such as a picture.
    package private(set) var bytes: [UInt8]
    /// Whether they are the whole body.
    ///
    /// False when the body was cut off, or is longer than the limit when it is decompressed.
    package private(set) var isWhole: Bool
    /// The name of the coding that was undone; nil for a body that was sent as it is.
    ///
    /// In lower case: `gzip`, `br`, `deflate`.
    package private(set) var coding: String?
    /// The bytes when the coding alone is undone.
    package private(set) var content: [UInt8]
    /// The character set that was undone; nil for UTF-8.
    package private(set) var charset: String?
    /// Whether it began with a byte order mark.
    package private(set) var hasMark = false
    /// Whether it has a coding that is not known, or that its bytes are not of: only whoever reads
    /// that coding can say what is inside.
    package private(set) var isSealed = false
    /// The Content-Type field.
    package let contentType: String?

    /// The most bytes of a body that are read when it is decompressed for a stub or a fault, whose
    /// conditions see all of a body that is sent plain.
    ///
    /// 4 MiB, against bodies that are small only as long as they are compressed.
    package static let longest = 4 * 1024 * 1024

    /// The beginning of a text of `count` bytes without a coding, in UTF-8.
    package init(_ bytes: [UInt8], of count: Int) {
        (self.bytes, content, contentType) = (bytes, bytes, nil)
        isWhole = bytes.count == count
    }

    /// A whole text without a coding, in UTF-8.
    package init(plain bytes: [UInt8]) { self.init(bytes, of: bytes.count) }

    /// At most `limit` bytes of the body of `request`, which is the beginning of `count` bytes.
    ///
    /// - Parameters:
    ///   - request: has the body, or its beginning.
    ///   - count: the length of the body that was sent.
    ///   - limit: of the decompressed bytes.
    package init(of request: Request, sent count: Int, limit: Int) {
        self.init(
            request.body,
            of: count,
            coding: request.header("content-encoding"),
            contentType: request.contentType,
            limit: limit
        )
    }

    /// At most `limit` bytes of the body of `response`, which is the beginning of `count` bytes.
    ///
    /// - Parameters:
    ///   - response: has the body, or its beginning.
    ///   - count: the length of the body that was made.
    ///   - limit: of the decompressed bytes.
    package init(of response: Response, sent count: Int, limit: Int) {
        self.init(
            response.body,
            of: count,
            coding: response["Content-Encoding"],
            contentType: response["Content-Type"],
            limit: limit
        )
    }

    /// A damaged body stays as it was sent.
    private init(
        _ sent: [UInt8],
        of count: Int,
        coding: String?,
        contentType: String?,
        limit: Int
    ) {
        self.contentType = contentType
        let plain = PlainBytes(sent, of: count, codings: coding ?? "", limit: limit)
        (content, isWhole, isSealed) = (plain.bytes, plain.isWhole, plain.isSealed)
        if let coding, plain.isDecoded { self.coding = coding.lowercased() }
        bytes = content
        guard !isSealed, !bytes.isEmpty else { return }
        readText(MediaType(contentType))
    }

    private mutating func readText(_ type: MediaType) {
        let isMarkedUTF8 = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let isMarked = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
        var charset = type.charset ?? "utf-8"
        if type.charset == nil, isUTF16WithoutName(type, isMarked: isMarked) { charset = "utf-16" }
        guard let text = utf8(bytes, of: charset) else { return }
        hasMark = isMarkedUTF8 || isMarked && charset.hasPrefix("utf-16")
        if charset != "utf-8", charset != "utf8" { self.charset = charset }
        bytes = text
    }

    /// Whether the bytes are characters of UTF-16 after a mark, or after letters of ASCII, every
    /// other byte of which is zero.
    private func isUTF16WithoutName(_ type: MediaType, isMarked: Bool) -> Bool {
        let isPicture = ["image/", "audio/", "video/", "font/"].contains {
            type.name.hasPrefix($0)
        }
        guard !isPicture, isMarked || hasLettersOfUTF16 else { return false }
        return isUTF16(bytes, isWhole: isWhole)
    }

    private var hasLettersOfUTF16: Bool {
        let start = Array(bytes.prefix(4))
        guard start.count == 4 else { return false }
        let letters = UInt8(ascii: " ")...UInt8(ascii: "~")
        let zeros = start.map { $0 == 0 }
        return zeros == [true, false, true, false] && letters.contains(start[1])
            || zeros == [false, true, false, true] && letters.contains(start[0])
    }
}

/// The bytes of a body before content codings were applied.
private struct PlainBytes {
    var bytes: [UInt8]
    var isWhole: Bool
    var isDecoded = false
    var isSealed = false

    /// `codings` as in Content-Encoding: in the order in which they were applied.
    init(_ sent: [UInt8], of count: Int, codings: String, limit: Int) {
        bytes = sent
        isWhole = sent.count == count
        let names = codings.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }
            .filter { $0 != "identity" }
        if !sent.isEmpty {
            for name in names.reversed() {
                guard let start = Self.start(of: bytes, String(name), limit: limit) else {
                    (bytes, isWhole) = (sent, sent.count == count)
                    (isDecoded, isSealed) = (false, true)
                    break
                }
                bytes = start.bytes
                isWhole = isWhole && start.isWhole
                isDecoded = true
            }
        }
        guard bytes.count > limit else { return }
        bytes = Array(bytes.prefix(limit))
        isWhole = false
    }

    private static func start(
        of bytes: [UInt8],
        _ name: String,
        limit: Int
    ) -> (bytes: [UInt8], isWhole: Bool)? {
        let known = name == "x-gzip" ? "gzip" : name
        return ContentCoding.allCases.first { $0.name == known }.flatMap { coding in
            decompressedStart(of: bytes, coding, limit: limit)
        }
    }
}
