internal import MockPostlyBodies
internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyStubs
internal import MockPostlyText

extension Stub {
    /// A stub that answers requests with the method, path and query of `request` by `response`.
    ///
    /// What `order` has of its own stands in the place of the recorded. Throws a ``Problem`` with status 400 that names the member at fault.
    init(
        repeating response: Response,
        to request: Request,
        _ order: ControlBody,
        dialects: [String]
    ) throws(Problem) {
        let text = Self.orderText(repeating: response, to: request, order)
        let body = try ControlBody(text: text, members: Self.members)
        try self.init(body, text, dialects: dialects)
    }

    /// The order as a client could have sent it.
    ///
    /// A compressed body is written plain. Fields that the server writes itself, that name a stub
    /// or a fault, or that would not be true of the stub are left out.
    private static func orderText(
        repeating response: Response,
        to request: Request,
        _ order: ControlBody
    ) -> [UInt8] {
        var json = JSONWriter(escaping: .utf8)
        json.beginObject()
        for name in members {
            guard let value = order.value(name) else { continue }
            json.key(name)
            json.value(value)
        }
        if !order.has("match") { json.writePattern(of: request) }
        if !order.has("response"), !order.has("sequence") { json.write(response) }
        json.endObject()
        return json.finish()
    }
}

extension JSONWriter {
    fileprivate mutating func writePattern(of request: Request) {
        key("match")
        beginObject()
        field("method", request.method.name)
        key("path")
        beginObject()
        field("equals", String(decoding: request.path, as: UTF8.self))
        endObject()
        var names: Set<String> = []
        // Of a name that comes several times one value has to be the same.
        let pairs = Query(request.rawQuery).pairs.filter { names.insert($0.name).inserted }
        if !pairs.isEmpty {
            key("query")
            beginObject()
            for (name, value) in pairs {
                key(name)
                string(value)
            }
            endObject()
        }
        endObject()
    }

    fileprivate mutating func write(_ response: Response) {
        key("response")
        beginObject()
        field("status", response.status)
        let limit = StubLimits().bytesOfWorld
        let plain = DecodedBody(of: response, sent: response.body.count, limit: limit)
        // What is damaged, or too large for a stub, stays compressed.
        let isPlain = plain.coding != nil && plain.isWhole
        let body = isPlain ? plain.content : response.body
        writeFields(of: response, isPlain: isPlain)
        if !body.isEmpty, !Response.isBodiless(response.status) {
            if let text = String(validating: body, as: UTF8.self) {
                field("body", text)
            } else {
                field("base64", Base64.encode(body))
            }
        }
        endObject()
    }

    /// With `isPlain`, those of a compressed body are left out as well.
    private mutating func writeFields(of response: Response, isPlain: Bool) {
        // A stub has no other forms, and never answers that a client has it already.
        var untrue = [
            "x-mockpostly-stub", "x-mockpostly-fault", "x-mockpostly-patch", "etag",
            "last-modified",
        ]
        if isPlain { untrue += ["content-encoding", "content-length"] }
        var names: [String] = []
        var values: [String: [String]] = [:]
        for field in response.allFields where field.fault == nil {
            let name = field.name.lowercased()
            guard !untrue.contains(name) else { continue }
            var value = field.value
            if name == "vary" {
                let others = value.split(separator: ",").map { $0.drop { $0 == " " } }
                    .filter { $0.lowercased() != "accept-encoding" }
                guard !others.isEmpty else { continue }
                value = others.joined(separator: ", ")
            }
            if values[name] == nil { names.append(field.name) }
            values[name, default: []].append(value)
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
