/// What a server answered.
package struct HTTPAnswer: Sendable, Equatable {
    /// One header field.
    package struct Field: Sendable, Equatable {
        /// As the server spells it.
        package var name: String
        /// Without blanks around it.
        package var value: String
    }

    package var status: Int
    /// In their order.
    package var fields: [Field]
    /// Empty for `HEAD`.
    package var body: [UInt8]
    /// Whether more has come with it, which belongs to no answer that was asked for.
    package var isFollowed = false

    package init(status: Int, fields: [Field] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    /// The value of the first field called `name`, which is in lower case.
    package func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name }?.value
    }
}
