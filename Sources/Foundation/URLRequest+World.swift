internal import Foundation
internal import MockPostlyHTTPClient

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension URLRequest {
    /// The bytes that the server gets, with the cookies of the session.
    ///
    /// Throws a `URLError` for a URL that is not of the world or a body that cannot be read.
    func bytes(by route: SessionRoute) throws -> [UInt8] {
        guard let url, let target = route.target(of: url), let server = route.server else {
            throw URLError(.unsupportedURL)
        }
        // Sessions undo a coding only of what the network has brought.
        let dropped = ["accept-encoding", "content-length"]
        var fields = (allHTTPHeaderFields ?? [:]).filter { !dropped.contains($0.key.lowercased()) }
        if httpShouldHandleCookies, value(forHTTPHeaderField: "Cookie") == nil,
            let cookies = route.configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty
        {
            fields.merge(HTTPCookie.requestHeaderFields(with: cookies)) { $1 }
        }
        let method = httpMethod ?? "GET"
        return try HTTPRequest(
            method,
            target,
            fields: fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
            body: try body() ?? (["POST", "PUT", "PATCH"].contains(method) ? [] : nil)
        )
        .bytes(host: String(server.url.dropFirst("http://".count)))
    }

    /// The whole body; nil for none.
    private func body() throws -> [UInt8]? {
        if let httpBody { return [UInt8](httpBody) }
        guard let stream = httpBodyStream else { return nil }
        stream.open()
        defer { stream.close() }
        var body: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            guard count >= 0 else { throw URLError(.requestBodyStreamExhausted) }
            guard count > 0 else { return body }
            body += buffer[..<count]
        }
    }

    /// The request to which an answer leads, as browsers go on (RFC 9110, section 15.4); nil when it
    /// does not lead to another.
    func redirected(by answer: HTTPAnswer) -> URLRequest? {
        guard [301, 302, 303, 307, 308].contains(answer.status),
            let url, let place = answer.field("location"),
            let target = URL(string: place, relativeTo: url)?.absoluteURL
        else { return nil }
        var next = self
        next.url = target
        let isPost = httpMethod == "POST" && answer.status < 303
        if isPost || (answer.status == 303 && httpMethod != "HEAD") {
            next.httpMethod = "GET"
            (next.httpBody, next.httpBodyStream) = (nil, nil)
            next.setValue(nil, forHTTPHeaderField: "Content-Type")
        }
        if target.host != url.host { next.setValue(nil, forHTTPHeaderField: "Authorization") }
        return next
    }
}

extension HTTPAnswer {
    /// The fields by their names; those of one name are joined by commas.
    var joinedFields: [String: String] {
        var joined: [String: String] = [:]
        for field in fields {
            let name = joined.keys.first { $0.lowercased() == field.name.lowercased() }
            if let name, let value = joined[name] {
                joined[name] = value + ", " + field.value
            } else {
                joined[field.name] = field.value
            }
        }
        return joined
    }
}
