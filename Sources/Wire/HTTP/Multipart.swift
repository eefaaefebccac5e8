/// A parsed `multipart/form-data` body (RFC 7578).
///
/// The rules for what is a part, what is a file and what is malformed are those of Node's `busboy`.
///
/// ```swift
/// guard let boundary = Multipart.boundary(in: contentType) else { return notAForm() }
/// let form = try Multipart(request.body, boundary: boundary)
/// let text = form.parts.first { $0.name == "title" }.map(form.text(of:))
/// ```
package struct Multipart: Sendable {
    /// The limits of a form; a form beyond them is refused as a whole.
    package struct Limits: Sendable {
        /// Most files.
        ///
        /// One more is ``Fault/tooManyFiles``. A part counts as a file by ``Part/isFile``.
        package var files = Int.max
        /// The size in bytes at which a file is too large.
        ///
        /// A file of exactly this size is ``Fault/fileTooLarge`` already, as in `busboy`.
        package var fileSize = Int.max
        /// The size in bytes at which a text is too large.
        ///
        /// A text of exactly this size is ``Fault/textTooLarge`` already.
        package var textSize = 1 << 20
        /// Most parts, files and texts together.
        package var parts = Int.max
        /// Whether the header of a part may have control characters, which `busboy` refuses, and
        /// browsers send in names as they are.
        package var takesControls = false

        /// The limits that are given above: only texts are limited, to less than 1 MiB.
        package init() {}
    }

    /// The reason why a body is refused.
    package enum Fault: Error, Equatable {
        /// The closing delimiter is missing.
        case unexpectedEnd
        /// A line of a part's header has no colon or ends without CR LF, or the header exceeds 16
        /// KiB.
        case malformedPartHeader
        /// There is one more file than ``Limits/files``.
        case tooManyFiles
        /// There is one more part than ``Limits/parts``.
        case tooManyParts
        /// A file has ``Limits/fileSize`` bytes or more.
        case fileTooLarge
        /// A text has ``Limits/textSize`` bytes or more.
        case textTooLarge
    }

    /// One text or file.
    package struct Part: Sendable {
        /// The name of the form field; nil when it is missing or empty.
        package var name: String?
        /// The last component of the file's name; nil for a text.
        ///
        /// Everything up to the last slash or backslash is cut off, so no client can name a path.
        package var filename: String?
        /// In lower case, without parameters; `text/plain` when it is not given.
        package var contentType = "text/plain"
        /// The position of the content in ``Multipart/body``.
        package var range = 0..<0
        /// The position of the header, its empty line included.
        package var head = 0..<0
        var isLatin1 = false

        /// Whether it is a file: it has a file name or the type `application/octet-stream`.
        package var isFile: Bool {
            filename != nil || contentType == "application/octet-stream"
        }
    }

    /// The whole body, which the ranges of the parts refer to.
    package let body: [UInt8]
    /// The parts in order, without those that are not `form-data`.
    package private(set) var parts: [Part] = []
    /// The end of what could be read of a ``init(readable:boundary:)``.
    ///
    /// The offset in ``body`` in bytes; the size of ``body`` when everything was read.
    package private(set) var readableEnd: Int

    /// Splits `body` at the delimiters that are made of `boundary`.
    ///
    /// Text before the first delimiter and after the closing one is ignored. Throws at the first
    /// fault.
    ///
    /// - Parameters:
    ///   - body: the whole body; it is kept, and the parts refer to it.
    ///   - boundary: the text between delimiters without the two hyphens before it.
    ///   - limits: what a form may have.
    /// - Throws: the first ``Fault`` in the order of the bytes.
    package init(
        _ body: [UInt8],
        boundary: String,
        limits: Limits = Limits()
    ) throws(Fault) {
        self.body = body
        readableEnd = body.count
        try read(boundary, limits)
    }

    /// As many parts of `body`, which may be cut off or malformed, as can be read.
    ///
    /// The content of the last one may end too early.
    ///
    /// Limits do not apply to it, except that of a part's header. It never fails: without a
    /// delimiter there are no parts.
    package init(readable body: [UInt8], boundary: String) {
        self.body = body
        readableEnd = body.count
        var limits = Limits()
        limits.textSize = .max
        try? read(boundary, limits)
    }

    private mutating func read(_ boundary: String, _ limits: Limits) throws(Fault) {
        let delimiters = DelimiterSearch(body: body, boundary: Array("--\(boundary)".utf8))
        var files = 0
        var count = 0
        var delimiter = delimiters.next(from: 0)
        while let start = delimiter, !start.isClosing {
            count += 1
            guard count <= limits.parts else { throw .tooManyParts }
            var header = PartHeader(body, from: start.end, takesControls: limits.takesControls)
            readableEnd = start.end
            guard let part = try header.read() else {
                delimiter = delimiters.next(from: header.at - 2)
                continue
            }
            files += part.isFile ? 1 : 0
            guard files <= limits.files else { throw .tooManyFiles }
            // The line end of an empty header line can belong to the next delimiter.
            delimiter = delimiters.next(from: header.at - 2)
            let end = max(delimiter?.start ?? body.count, header.at)
            let size = end - header.at
            if part.isFile {
                guard size < limits.fileSize else { throw .fileTooLarge }
            } else {
                guard size < limits.textSize else { throw .textTooLarge }
            }
            parts.append(part)
            parts[parts.count - 1].range = header.at..<end
            parts[parts.count - 1].head = start.end..<header.at
        }
        readableEnd = body.count
        if delimiter == nil { throw .unexpectedEnd }
    }

    /// The content of `part`.
    ///
    /// Costs nothing: a slice of ``body``, whose indices do not begin at 0.
    package func bytes(of part: Part) -> ArraySlice<UInt8> { body[part.range] }

    /// The fields of the header of `part`, in their order; continued lines are joined.
    package func fields(of part: Part) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        for line in body[part.head].split(separator: 0x0A) {
            let text = String(decoding: line, as: UTF8.self)
            if let first = text.first, first.isWhitespace, !fields.isEmpty {
                fields[fields.count - 1].value += text.trimmed
            } else if let colon = text.firstIndex(of: ":") {
                let value = text[text.index(after: colon)...].trimmed
                fields.append((String(text[..<colon]), value))
            }
        }
        return fields
    }

    /// The content of `part` as text: ISO 8859-1 if its type says so, else UTF-8.
    ///
    /// Invalid UTF-8 becomes U+FFFD.
    package func text(of part: Part) -> String {
        part.isLatin1
            ? latin1(bytes(of: part)) : String(decoding: bytes(of: part), as: UTF8.self)
    }

    /// The boundary in the value of a Content-Type field; nil when it has none.
    ///
    /// Also nil when the type is not `multipart/form-data` or the value is malformed.
    package static func boundary(in contentType: String) -> String? {
        guard let parameters = FieldParameters(contentType.utf8),
            parameters.value == "multipart/form-data",
            let boundary = parameters["boundary"], !boundary.isEmpty
        else { return nil }
        return String(decoding: boundary, as: UTF8.self)
    }
}

extension StringProtocol {
    /// Without white space at both ends.
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
    }
}

/// A delimiter line between two parts.
private struct Delimiter {
    /// The start of the line end before the delimiter, which belongs to it.
    var start: Int
    var end: Int
    var isClosing: Bool
}

private struct DelimiterSearch {
    let body: [UInt8]
    let boundary: [UInt8]

    /// The first delimiter whose line end is at or after `index`; at 0 it needs no line end.
    func next(from index: Int) -> Delimiter? {
        if index == 0, let first = delimiter(at: 0, lineEnd: 0) { return first }
        return body.withUnsafeBufferPointer { bytes in
            var from = index
            // A boundary contains no line end, so a failed match need not be searched again.
            while let start = bytes.firstIndex(of: 0x0D, from: from) {
                if start + 1 < bytes.count, bytes[start + 1] == 0x0A,
                    let found = delimiter(at: start + 2, lineEnd: 2)
                {
                    return found
                }
                from = start + 1
            }
            return nil
        }
    }

    /// The delimiter at `index`, including spaces and tabs up to its line end (RFC 2046 §5.1.1).
    private func delimiter(at index: Int, lineEnd: Int) -> Delimiter? {
        guard body[index...].starts(with: boundary) else { return nil }
        var end = index + boundary.count
        if body[end...].starts(with: [UInt8(ascii: "-"), UInt8(ascii: "-")]) {
            return Delimiter(start: index - lineEnd, end: end + 2, isClosing: true)
        }
        while end < body.count, body[end] == 0x20 || body[end] == 0x09 { end += 1 }
        guard body[end...].starts(with: [0x0D, 0x0A]) else { return nil }
        return Delimiter(start: index - lineEnd, end: end + 2, isClosing: false)
    }
}
