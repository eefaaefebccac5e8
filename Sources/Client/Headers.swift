extension MockServer {
    /// The headers of a request or a response, in order; names are compared without regard to case.
    public struct Headers: Sendable, Hashable {
        /// One header.
        public struct Field: Sendable, Hashable {
            /// The name, as it was written.
            public var name: String
            /// The value, without white space around it.
            public var value: String

            /// A header with this name and value.
            public init(_ name: String, _ value: String) {
                self.name = name
                self.value = value
            }
        }

        /// All headers, in order; a name may occur more than once.
        public var fields: [Field]

        /// Headers with these fields.
        public init(_ fields: [Field] = []) {
            self.fields = fields
        }

        /// The value of the first header called `name`; nil when there is none.
        ///
        /// Setting a value replaces all headers of that name; nil removes them.
        public subscript(_ name: String) -> String? {
            get { fields.first { Self.isSame($0.name, name) }?.value }
            set {
                fields.removeAll { Self.isSame($0.name, name) }
                if let newValue { fields.append(Field(name, newValue)) }
            }
        }

        /// The values of all headers called `name`, in their order.
        public func all(_ name: String) -> [String] {
            fields.filter { Self.isSame($0.name, name) }.map(\.value)
        }

        private static func isSame(_ name: String, _ other: String) -> Bool {
            name.lowercased() == other.lowercased()
        }
    }
}

extension MockServer.Headers: ExpressibleByDictionaryLiteral {
    /// Headers in the order of the literal; a name may occur more than once.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field($0.0, $0.1) })
    }
}

extension MockServer.Headers {
    /// The headers by name, each with a list of its values.
    var json: MockServer.JSON {
        var members: [MockServer.JSON.Member] = []
        for field in fields
        where !members.contains(where: { $0.name.lowercased() == field.name.lowercased() }) {
            let values = all(field.name).map { MockServer.JSON.string($0) }
            members.append(.init(field.name, .array(values)))
        }
        return .object(members)
    }
}
