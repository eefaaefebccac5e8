/// A server's answer.
package struct HTTPAnswer: Sendable, Equatable {
    /// One header field.
    package struct Field: Sendable, Equatable {
        /// As the server writes it.
        package var name: String
        /// Without surrounding white space.
        package var value: String
        /// The value as it came, when that is no UTF-8.
        package var bytes: [UInt8]?
    }

    /// From 100 to 999; 101 is the only one below 200 that is returned.
    package var status: Int
    /// In the order in which they came.
    ///
    /// Names keep the spelling of the server, and may occur several times.
    package var fields: [Field]
    /// Empty for `HEAD`.
    ///
    /// Without its framing. A content coding such as gzip is not undone.
    package var body: [UInt8]
    /// Whether more bytes came after it, which belong to no request.
    ///
    /// The connection must then not be used for another request.
    package var isFollowed = false

    /// An answer that nothing follows.
    package init(status: Int, fields: [Field] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// The value of the first field named `name`, given in lower case; nil when there is none.
    ///
    /// Costs O(n) in the number of fields.
    package func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name }?.value
    }
}
