/// A request as it goes over a connection.
package struct HTTPRequest: Sendable {
    package var method: String
    /// With the query.
    package var path: String
    package var fields: [(name: String, value: String)]
    /// Nil for none, which has no Content-Length.
    package var body: [UInt8]?

    package init(
        _ method: String,
        _ path: String,
        _ fields: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) {
        (self.method, self.path, self.fields, self.body) = (method, path, fields, body)
    }

    /// The bytes for a server that is called `host`, with Host and Content-Length where they are
    /// absent.
    ///
    /// Throws ``HTTPFailure/brokenLine(_:)`` when a line break is where none can be.
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
