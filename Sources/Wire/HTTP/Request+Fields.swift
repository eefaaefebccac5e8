extension Request {
    /// The host and port that the client asks for: of an absolute target, else of Host, else nil.
    ///
    /// As sent, such as `Mock.example:8080`; not checked or lowercased. HTTP/1.0 requests may have
    /// none.
    package var host: String? {
        if let authority = head.authority {
            return String(decoding: head.bytes[authority], as: UTF8.self)
        }
        return first(head.host)
    }

    /// The bytes of ``host``.
    package var hostBytes: ArraySlice<UInt8>? { hostRange.map { head.bytes[$0] } }

    /// Where ``host`` is among the bytes of the head.
    var hostRange: Range<Int>? {
        if let authority = head.authority { return authority }
        return head.host.isPresent ? head.fields[Int(head.host.first)].valueRange : nil
    }

    /// The Origin fields joined with a comma; nil when absent.
    package var origin: String? { joined(head.origin, "origin") }

    /// Whether there is an Origin field, without making a `String` of it.
    package var hasOrigin: Bool { head.origin.isPresent }

    /// The first Authorization field; nil when absent.
    ///
    /// More than one is an error of the client; Node.js ignores the others too.
    package var authorization: String? { first(head.authorization) }

    /// The Content-Type field as sent; nil when absent.
    package var contentType: String? { first(head.contentType) }

    /// The Accept-Encoding fields joined with a comma; nil when absent.
    package var acceptEncoding: String? { joined(head.acceptEncoding, "accept-encoding") }

    /// Whether there is an Accept-Encoding field, without making a `String` of it.
    package var hasAcceptEncoding: Bool { head.acceptEncoding.isPresent }

    /// The Cache-Control fields joined with a comma; nil when absent.
    package var cacheControl: String? { joined(head.cacheControl, "cache-control") }

    /// Whether there is a Cache-Control field, without making a `String` of it.
    package var hasCacheControl: Bool { head.cacheControl.isPresent }

    /// The Cookie fields joined with a semicolon and a space; nil when absent.
    package var cookie: String? { joined(head.cookie, "cookie", with: "; ") }

    /// Whether there is a Cookie field, without making a `String` of it.
    package var hasCookie: Bool { head.cookie.isPresent }

    /// The If-None-Match fields joined with a comma; nil when absent.
    package var ifNoneMatch: String? { joined(head.ifNoneMatch, "if-none-match") }

    /// Whether there is an If-None-Match field, without making a `String` of it.
    package var hasIfNoneMatch: Bool { head.ifNoneMatch.isPresent }

    /// The X-Mockpostly-Fault field as sent; nil when absent.
    package var faultField: String? { first(head.faultName) }

    /// Whether there is an X-Mockpostly-Fault field, without making a `String` of it.
    package var hasFaultField: Bool { head.faultName.isPresent }

    /// The value of the first field named `name` (in lower case); nil when there is none.
    ///
    /// Costs O(n) in the number of fields and one `String`. Invalid UTF-8 becomes U+FFFD.
    package func firstHeader(_ name: StaticString) -> String? {
        head.bytes.withUnsafeBufferPointer { bytes in
            head.fields.first { field in
                equalIgnoringCase(UnsafeBufferPointer(rebasing: bytes[field.nameRange]), name)
            }
            .map { String(decoding: bytes[$0.valueRange], as: UTF8.self) }
        }
    }

    /// The values of the fields named `name` (in lower case), joined with `,`; nil when there are
    /// none.
    ///
    /// The order is that of the request; surrounding spaces and tabs are not part of a value.
    package func header(_ name: StaticString) -> String? {
        values(name, separator: ",")
    }

    private func values(_ name: StaticString, separator: String) -> String? {
        head.bytes.withUnsafeBufferPointer { bytes in
            var joined: String?
            for field in head.fields {
                let spelled = UnsafeBufferPointer(rebasing: bytes[field.nameRange])
                guard equalIgnoringCase(spelled, name) else { continue }
                let value = String(decoding: bytes[field.valueRange], as: UTF8.self)
                joined = joined.map { $0 + separator + value } ?? value
            }
            return joined
        }
    }

    private func joined(
        _ occurrence: RequestHead.Occurrence,
        _ name: StaticString,
        with separator: String = ","
    ) -> String? {
        occurrence.first == occurrence.last
            ? first(occurrence) : values(name, separator: separator)
    }

    func first(_ occurrence: RequestHead.Occurrence) -> String? {
        guard occurrence.isPresent else { return nil }
        let range = head.fields[Int(occurrence.first)].valueRange
        return String(decoding: head.bytes[range], as: UTF8.self)
    }
}

extension Request {
    /// All fields in the order and spelling in which they were sent.
    ///
    /// Costs two `String`s per field: for logs and the journal, not for the usual path.
    package var fields: [(name: String, value: String)] {
        head.fields.map { field in
            (
                String(decoding: head.bytes[field.nameRange], as: UTF8.self),
                String(decoding: head.bytes[field.valueRange], as: UTF8.self)
            )
        }
    }

    /// The path and the query as sent, without the prefix removed by ``dropPathPrefix(_:)``.
    ///
    /// For `/w/one/posts?a=1` it is `/posts?a=1`.
    package var rawTargetWithoutPrefix: [UInt8] {
        let path = Array(rawPathWithoutPrefix)
        return rawQuery.isEmpty ? path : path + [UInt8(ascii: "?")] + rawQuery
    }
}
