/// A request and its answer, as an archive has them.
package struct ArchivedExchange: Sendable {
    /// A field of a head.
    package struct Field: Sendable {
        package var name: String
        package var value: String

        package init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// What of it cannot be given again.
    package enum Lack: Sendable, Hashable, CaseIterable {
        /// Nobody answered.
        case answer
        /// It is a browser's question whether it may ask (CORS), and no request of the app.
        case request
        /// The answer had a body, which the archive does not have.
        case body
        /// The answer's body is no text.
        case text
    }

    /// In upper case.
    package var method: String
    package var address: Address
    package var requestFields: [Field] = []
    /// The media type of what was sent; empty without one.
    package var requestType = ""
    package var requestBody: [UInt8] = []
    /// 0 where nobody answered.
    package var status: Int
    package var fields: [Field] = []
    /// The media type of the answer; empty without one.
    package var type = ""
    /// Empty for an answer without a body.
    package var body: [UInt8] = []
    /// Nil for one that is whole.
    package var lack: Lack?

    package init(method: String, address: Address, status: Int) {
        (self.method, self.address, self.status) = (method, address, status)
    }

    /// Whether the answer is a success.
    package var isSuccess: Bool { 200...299 ~= status }

    /// Whether the answer says that it is JSON.
    package var isJSON: Bool {
        type.prefix { $0 != ";" && $0 != " " }.lowercased().hasSuffix("json")
    }
}

extension ArchivedExchange {
    /// The parts of an address.
    package struct Address: Sendable {
        /// `http` or `https`.
        package var scheme: String
        /// With the port, where it is said, in lower case.
        package var host: String
        /// As sent, beginning with a slash.
        package var path: String
        /// As sent, without its mark; empty without one.
        package var query: String

        /// Nil for other addresses than those of HTTP; a user and a password are dropped.
        package init?(_ text: String) {
            guard let colon = text.firstIndex(of: ":") else { return nil }
            scheme = text[..<colon].lowercased()
            let rest = text[text.index(after: colon)...]
            guard scheme == "http" || scheme == "https", rest.hasPrefix("//") else { return nil }
            let whole = rest.dropFirst(2).prefix { $0 != "#" }
            let authority = whole.prefix { $0 != "/" && $0 != "?" }
            guard !authority.isEmpty else { return nil }
            host = (authority.split(separator: "@").last.map(String.init) ?? "").lowercased()
            let target = whole.dropFirst(authority.count)
            let path = target.prefix { $0 != "?" }
            self.path = path.isEmpty ? "/" : String(path)
            query = String(target.dropFirst(path.count + 1))
        }

        /// Path and query.
        package var target: String { query.isEmpty ? path : "\(path)?\(query)" }
    }
}

extension [ArchivedExchange.Field] {
    /// The first value under `name`, which is in lower case.
    package func value(_ name: String) -> String? {
        first { $0.name.utf8.count == name.utf8.count && $0.name.lowercased() == name }?.value
    }
}
