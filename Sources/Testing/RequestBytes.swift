/// A request as it goes over a connection, with Host and Content-Length where they are absent.
///
/// Throws a ``MockServer/Failure`` when a line break is where none can be.
func requestBytes(
    _ method: String,
    _ path: String,
    _ headers: MockServer.Headers,
    host: String,
    _ body: [UInt8]?
) throws -> [UInt8] {
    var lines = ["\(method) \(path) HTTP/1.1"]
    if headers["Host"] == nil { lines.append("Host: \(host)") }
    for field in headers.fields { lines.append("\(field.name): \(field.value)") }
    if let body, headers["Content-Length"] == nil, headers["Transfer-Encoding"] == nil {
        lines.append("Content-Length: \(body.count)")
    }
    for line in lines where line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
        throw MockServer.Failure("a request line or header has a line break in it: \(line)")
    }
    var bytes: [UInt8] = []
    for line in lines { bytes += Array(line.utf8) + [0x0D, 0x0A] }
    return bytes + [0x0D, 0x0A] + (body ?? [])
}
