/// A request for an HTTP/1.1 server.
package struct HTTPRequest: Sendable {
    /// In upper case, as it is sent.
    package var method: String
    /// The path with its query.
    ///
    /// Percent-encoded already, such as `/posts?q=a%20b`; it is sent as it is.
    package var path: String
    /// The fields in the order in which they are sent.
    ///
    /// Names and values are sent as they are; a field may occur several times.
    package var fields: [(name: String, value: String)]
    /// Nil for no body; then no Content-Length is sent.
    package var body: [UInt8]?

    /// A request with these parts, unchecked until ``bytes(host:)``.
    package init(
        _ method: String,
        _ path: String,
        fields: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) {
        (self.method, self.path, self.fields, self.body) = (method, path, fields, body)
    }

    /// The request as bytes for the server `host`, with Host and Content-Length added if missing.
    ///
    /// Throws ``HTTPFailure/brokenLine(_:)`` when the method, the path or a field contains a line
    /// break.
    ///
    /// `Connection` is not added: HTTP/1.1 keeps the connection open.
    package func bytes(host: String) throws(HTTPFailure) -> [UInt8] {
        var lines = ["\(method) \(path) HTTP/1.1"]
        if !has("host") { lines.append("Host: \(host)") }
        for field in fields { lines.append("\(field.name): \(field.value)") }
        if let body, !has("content-length"), !has("transfer-encoding") {
            lines.append("Content-Length: \(body.count)")
        }
        for line in lines where line.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            throw .brokenLine(line)
        }
        var bytes: [UInt8] = []
        for line in lines { bytes += Array(line.utf8) + [0x0D, 0x0A] }
        return bytes + [0x0D, 0x0A] + (body ?? [])
    }

    private func has(_ name: String) -> Bool {
        fields.contains { $0.name.lowercased() == name }
    }
}
