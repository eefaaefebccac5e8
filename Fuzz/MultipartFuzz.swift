import MockPostlyHTTP

/// Reads arbitrary bytes as a form with the boundary `b` and as a Content-Type, and holds that the
/// parts lie in order within the bytes and within the limits.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzMultipart(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    read(bytes, Multipart.Limits())
    var limits = Multipart.Limits()
    (limits.files, limits.parts) = (1, 3)
    (limits.fileSize, limits.textSize) = (8, 4)
    read(bytes, limits)
    readType(bytes)
    readWritten(bytes)
    return 0
}

private func read(_ bytes: [UInt8], _ limits: Multipart.Limits) {
    guard let form = try? Multipart(bytes, boundary: "b", limits: limits) else { return }
    precondition(form.parts.count <= limits.parts)
    precondition(form.parts.count { $0.isFile } <= limits.files)
    var end = 0
    for part in form.parts {
        precondition(part.range.lowerBound >= end && part.range.upperBound <= bytes.count)
        precondition(part.range.count < (part.isFile ? limits.fileSize : limits.textSize))
        precondition(part.name?.isEmpty != true)
        precondition(part.contentType.contains("/"))
        precondition(form.text(of: part).isEmpty == form.bytes(of: part).isEmpty)
        end = part.range.upperBound
    }
}

private func readType(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for type in [text, "multipart/form-data; \(text)", "multipart/form-data; boundary=\(text)"] {
        let boundary = Multipart.boundary(in: type)
        precondition(boundary?.isEmpty != true)
    }
}

/// Holds that bytes put in a part are read from it, unless there is a delimiter among them.
private func readWritten(_ bytes: [UInt8]) {
    let boundary = "0d9f2c31a7"
    let head = "--\(boundary)\r\nContent-Disposition: form-data; name=a; filename=a\r\n\r\n"
    let body = Array(head.utf8) + bytes + Array("\r\n--\(boundary)--".utf8)
    guard !String(decoding: bytes, as: UTF8.self).contains(boundary) else { return }
    guard let form = try? Multipart(body, boundary: boundary), form.parts.count == 1 else {
        preconditionFailure("a written form cannot be read")
    }
    precondition(Array(form.bytes(of: form.parts[0])) == bytes)
}
