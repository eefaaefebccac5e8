/// An answer, before it is turned into bytes.
package struct Response: Sendable {
    /// One field line.
    ///
    /// The name must be a token, the value without control bytes; ``ResponseWriter`` drops a field
    /// that is not so.
    package struct Field: Sendable, Equatable {
        package var name: String
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var status: Int
    /// Fields of many answers, which stand before ``fields``.
    package var sharedFields: FieldBlock?
    package var fields: [Field]
    package var body: [UInt8]
    /// How it leaves when that is not as usual, and where its body comes from; mostly nil.
    var special: SpecialDelivery?
    // The flags are last: they fit behind the number, and the whole takes no more room for them.
    /// Seconds that the client is told an open connection will wait for its next request.
    ///
    /// It says nothing about how long the server does wait. Nil tells nothing.
    package var keepAliveTimeout: Int?
    /// Ends the connection after this answer.
    package var closesConnection = false
    /// Sends the body in the chunked coding, to clients that know it, instead of its length.
    package var isChunked = false

    package init(status: Int = 200, fields: [Field] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    package init(status: Int = 200, contentType: String, body: [UInt8]) {
        self.init(status: status, fields: [Field("Content-Type", contentType)], body: body)
    }

    package init(status: Int = 200, contentType: String, text: String) {
        self.init(status: status, contentType: contentType, body: Array(text.utf8))
    }

    /// All fields in the order in which they are sent, but for those that the writer adds.
    package var allFields: [Field] { (sharedFields?.fields ?? []) + fields }

    /// The value of the first field called `name`, in any case.
    package subscript(_ name: String) -> String? {
        let wanted = name.lowercased()
        let isWanted: (Field) -> Bool = { $0.name.lowercased() == wanted }
        let field = sharedFields?.fields.first(where: isWanted) ?? fields.first(where: isWanted)
        return field?.value
    }
}
