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
    package var fields: [Field]
    package var body: [UInt8]
    /// Ends the connection after this answer.
    package var closesConnection = false

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

    /// The value of the first field called `name`, in any case.
    package subscript(_ name: String) -> String? {
        let wanted = name.lowercased()
        return fields.first { $0.name.lowercased() == wanted }?.value
    }
}
