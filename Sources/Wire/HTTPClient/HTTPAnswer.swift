/// A server's answer.
package struct HTTPAnswer: Sendable, Equatable {
    /// One header field.
    package struct Field: Sendable, Equatable {
        /// As the server writes it.
        package var name: String
        /// Without surrounding white space.
        package var value: String
    }

    package var status: Int
    /// In the order in which they came.
    package var fields: [Field]
    /// Empty for `HEAD`.
    package var body: [UInt8]
    /// Whether more bytes came after it, which belong to no request.
    package var isFollowed = false

    /// An answer that nothing follows.
    package init(status: Int, fields: [Field] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// The value of the first field named `name`, given in lower case; nil when there is none.
    package func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name }?.value
    }
}
