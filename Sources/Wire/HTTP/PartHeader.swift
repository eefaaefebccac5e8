/// A reader for the header of one part of a form.
struct PartHeader {
    private let body: [UInt8]
    private let takesControls: Bool
    /// The next byte to read; after ``read()`` the first byte of the content.
    private(set) var at: Int

    /// The largest size of a header in bytes, its empty line included.
    static var limit: Int { 16 * 1024 }

    init(_ body: [UInt8], from start: Int, takesControls: Bool) {
        (self.body, self.takesControls) = (body, takesControls)
        at = start
    }

    /// Reads the header into a part without its range; nil when the part is not `form-data`.
    mutating func read() throws(Multipart.Fault) -> Multipart.Part? {
        let end = min(at + Self.limit, body.count)
        var disposition: [UInt8]?
        var contentType: [UInt8]?
        // A header must have at least one field.
        repeat {
            let (name, value) = try field(before: end)
            switch name {
            case "content-disposition": disposition = disposition ?? value
            case "content-type": contentType = contentType ?? value
            default: break
            }
            guard at < end else { throw fault(end) }
        } while body[at] != 0x0D
        at += 1
        guard at < end else { throw fault(end) }
        guard body[at] == 0x0A else { throw .malformedPartHeader }
        at += 1
        guard let disposition,
            let parameters = FieldParameters(disposition, takesControls: takesControls),
            parameters.value == "form-data"
        else { return nil }
        return part(parameters, contentType.flatMap { FieldParameters($0) })
    }

    /// Reads a field together with its continuation lines.
    private mutating func field(
        before end: Int
    ) throws(Multipart.Fault) -> (name: String, value: [UInt8]) {
        let start = at
        while at < end, ByteSet.token.contains(body[at]) { at += 1 }
        guard at < end else { throw fault(end) }
        guard at > start, body[at] == UInt8(ascii: ":") else { throw .malformedPartHeader }
        let name = body[start..<at].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        at += 1
        while at < end, body[at] == 0x20 || body[at] == 0x09 { at += 1 }
        var value: [UInt8] = []
        repeat {
            let line = body[at..<end].prefix { isFieldByte($0) }
            value += line
            at = line.endIndex
            guard at + 1 < end else { throw fault(end) }
            guard body[at] == 0x0D, body[at + 1] == 0x0A else { throw .malformedPartHeader }
            at += 2
        } while at < end && (body[at] == 0x20 || body[at] == 0x09)
        return (String(decoding: name, as: UTF8.self), value)
    }

    /// The fault of a header that has no end before `end`.
    private func fault(_ end: Int) -> Multipart.Fault {
        end == body.count ? .unexpectedEnd : .malformedPartHeader
    }

    private func isFieldByte(_ byte: UInt8) -> Bool {
        guard byte < 0x20 || byte == 0x7F else { return true }
        return byte == 0x09 || takesControls && byte != 0x0D && byte != 0x0A
    }

    private func part(
        _ disposition: FieldParameters,
        _ contentType: FieldParameters?
    ) -> Multipart.Part {
        func text(_ name: String) -> String? {
            guard let value = disposition[name], !value.isEmpty else { return nil }
            return String(decoding: value, as: UTF8.self)
        }
        var part = Multipart.Part()
        part.name = text("name")
        part.filename = (text("filename*") ?? text("filename")).map(lastComponent)
        guard let contentType, contentType.value.contains("/") else { return part }
        part.contentType = contentType.value
        if let charset = contentType["charset"] {
            let latin: Set = ["iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252"]
            part.isLatin1 = latin.contains(String(decoding: charset, as: UTF8.self).lowercased())
        }
        return part
    }
}

/// The part after the last slash or backslash; empty for `.` and `..`.
private func lastComponent(_ path: String) -> String {
    let name = path.utf8.split(omittingEmptySubsequences: false) {
        $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\")
    }
    .last.map { String(decoding: $0, as: UTF8.self) }
    return name == "." || name == ".." ? "" : name ?? ""
}
