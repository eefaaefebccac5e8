internal import MockPostlyHTTP

/// A multipart form without the contents of parts that can be secrets.
struct MaskedMultipart {
    /// The boundary of a multipart body, by its type or, without a usable one, by its first line.
    static func boundary(of bytes: [UInt8], contentType: String?) -> String? {
        if let boundary = contentType.flatMap(Multipart.boundary) { return boundary }
        guard bytes.starts(with: "--".utf8) else { return nil }
        let line = bytes.dropFirst(2).prefix { $0 != 0x0D && $0 != 0x0A }
        let lineEnd = bytes[line.endIndex...].prefix(2)
        guard (1...70).contains(line.count), lineEnd.elementsEqual([0x0D, 0x0A]),
            bytes[line.endIndex...].dropFirst(2).starts(with: "Content-".utf8)
                || MediaType(contentType).name.hasPrefix("multipart/")
        else { return nil }
        return String(decoding: line, as: UTF8.self)
    }

    /// `bytes` with ``Redaction/mark`` in the places of secrets; what comes after a malformed part
    /// is hidden too.
    static func text(_ bytes: [UInt8], boundary: String) -> [UInt8] {
        let form = Multipart(readable: bytes, boundary: boundary)
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        var place = 0
        for part in form.parts {
            shown += bytes[place..<part.range.lowerBound]
            place = part.range.upperBound
            let content = bytes[part.range]
            if let name = part.name, SecretName.isSecret(name) {
                shown += Redaction.mark.utf8
            } else if part.filename == nil || part.contentType.hasSuffix("json") {
                shown += Redaction.text(Array(content), MediaType(part.contentType))
            } else {
                shown += content
            }
        }
        let rest = form.readableEnd
        shown += bytes[place..<max(place, rest)]
        if max(place, rest) < bytes.count { shown += Redaction.mark.utf8 }
        return shown
    }
}
