/// An answer before it is formatted as bytes.
///
/// ```swift
/// var response = Response(status: 201, contentType: "application/json", body: json)
/// response.fields.append(.init("Location", "/posts/7"))
/// ```
///
/// Date, Content-Length or Transfer-Encoding, and Connection are added by ``ResponseWriter``.
package struct Response: Sendable {
    /// One field line.
    ///
    /// The name must be a token and the value without control characters; ``ResponseWriter`` leaves
    /// other fields out.
    package struct Field: Sendable, Equatable {
        /// As it is sent; compared without case by readers.
        package var name: String
        /// In UTF-8; a value with control characters keeps the whole field from being sent.
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// From 100 to 999; the reason phrase follows from it.
    package var status: Int
    /// Fields that many answers share, sent before ``fields``.
    package var sharedFields: FieldBlock?
    /// Sent in this order, after the shared ones; a name may occur several times.
    package var fields: [Field]
    /// Before any coding of the transport; ignored for a status that has none.
    package var body: [UInt8]
    /// The delivery and body source of an unusual answer; mostly nil.
    var special: SpecialDelivery?
    // The small members are last: they fit into padding, so the struct does not grow.
    /// The seconds in the Keep-Alive field; nil for no such field.
    ///
    /// Only an announcement: it does not change how long the server waits for the next request.
    package var keepAliveTimeout: Int?
    /// Whether the connection is closed after this answer.
    package var closesConnection = false
    /// Whether the body is sent in the chunked coding instead of with its length, except to
    /// HTTP/1.0.
    package var isChunked = false
    /// Whether a request for the same gets the same response again until a row of its world changes.
    ///
    /// A dialect sets it when the response to a GET request depends on nothing but the content and
    /// the request's target, host and scheme, its fields for CORS, conditions and compression, and
    /// Authorization.
    package var isRepeatable = false

    /// Without Content-Type unless `fields` has one.
    package init(status: Int = 200, fields: [Field] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// An answer that has the fields of `sharedFields` alone.
    package init(status: Int = 200, sharedFields: FieldBlock, body: [UInt8]) {
        self.status = status
        self.sharedFields = sharedFields
        fields = []
        self.body = body
    }

    /// An answer whose only field is Content-Type.
    package init(status: Int = 200, contentType: String, body: [UInt8]) {
        self.init(status: status, fields: [Field("Content-Type", contentType)], body: body)
    }

    /// An answer whose only field is Content-Type and whose body is `text` in UTF-8.
    package init(status: Int = 200, contentType: String, text: String) {
        self.init(status: status, contentType: contentType, body: Array(text.utf8))
    }

    /// All fields in the order in which they are sent, except those that the writer adds.
    ///
    /// Costs an array; for the journal and for stubs.
    package var allFields: [Field] { (sharedFields?.fields ?? []) + fields }

    /// The value of the first field named `name`, ignoring case; nil when there is none.
    ///
    /// Costs O(n) and makes two texts per field.
    package subscript(_ name: String) -> String? {
        let wanted = name.lowercased()
        let isWanted: (Field) -> Bool = { $0.name.lowercased() == wanted }
        let field = sharedFields?.fields.first(where: isWanted) ?? fields.first(where: isWanted)
        return field?.value
    }
}

extension Response.Field {
    /// Whether the name is a token (RFC 9110, section 5.1).
    ///
    /// For fields that clients order, such as those of stubs.
    package var hasValidName: Bool {
        let bytes = Array(name.utf8)
        return !bytes.isEmpty && bytes.withUnsafeBufferPointer(ByteSet.token.containsAll)
    }

    /// Whether the value has no control characters but tabs (RFC 9110, section 5.5).
    package var hasValidValue: Bool {
        Array(value.utf8).withUnsafeBufferPointer(isFieldValue)
    }
}

extension Response {
    /// Whether an answer with this status never has a body (RFC 9110, section 6.4.1).
    ///
    /// 205 has a body of zero bytes in HTTP (section 15.3.6): ``hasBody`` is true for it, and
    /// clients may not order one.
    package static func isBodiless(_ status: Int) -> Bool {
        status < 200 || [204, 205, 304].contains(status)
    }
}
