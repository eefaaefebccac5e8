internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyStubs

extension Stub {
    /// The order for a stub that gives `response` to requests with the method, the path and the
    /// query of `request`.
    ///
    /// Fields that the server writes itself, or that name a stub, are left out.
    static func orderText(repeating response: Response, to request: Request) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        json.key("match")
        json.beginObject()
        json.field("method", request.method.name)
        json.key("path")
        json.beginObject()
        json.field("equals", String(decoding: request.path, as: UTF8.self))
        json.endObject()
        let pairs = Query(request.rawQuery).pairs
        if !pairs.isEmpty {
            json.key("query")
            json.beginObject()
            for (name, value) in pairs {
                json.key(name)
                json.string(value)
            }
            json.endObject()
        }
        json.endObject()
        json.key("response")
        json.beginObject()
        json.field("status", response.status)
        json.writeFields(of: response)
        if !response.body.isEmpty, !Response.isBodiless(response.status) {
            if let text = String(validating: response.body, as: UTF8.self) {
                json.field("body", text)
            } else {
                json.field("base64", Base64.encode(response.body))
            }
        }
        json.endObject()
        json.endObject()
        return json.finish()
    }
}

extension JSONWriter {
    fileprivate mutating func writeFields(of response: Response) {
        var names: [String] = []
        var values: [String: [String]] = [:]
        for field in response.allFields where field.fault == nil {
            let name = field.name.lowercased()
            guard name != "x-mockpostly-stub" else { continue }
            if values[name] == nil { names.append(field.name) }
            values[name, default: []].append(field.value)
        }
        guard !names.isEmpty else { return }
        key("headers")
        beginObject()
        for name in names {
            key(name)
            beginArray()
            for value in values[name.lowercased()] ?? [] { string(value) }
            endArray()
        }
        endObject()
    }
}
