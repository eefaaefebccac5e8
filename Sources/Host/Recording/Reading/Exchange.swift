/// A request and its answer, as an archive has them.
struct Exchange: Sendable {
    /// A field of a head.
    struct Field: Sendable {
        var name: String
        var value: String
    }

    /// In upper case.
    var method: String
    var address: Address
    var requestFields: [Field] = []
    /// The media type of what was sent; empty without one.
    var requestType = ""
    var requestBody: [UInt8] = []
    var status: Int
    var fields: [Field] = []
    /// The media type of the answer; empty without one.
    var type = ""
    /// Empty for an answer without a body.
    var body: [UInt8] = []

    /// Whether the answer is a success.
    var isSuccess: Bool { 200...299 ~= status }

    /// The parts of an address.
    struct Address: Sendable {
        /// `http` or `https`.
        var scheme: String
        /// With the port, where it is said, in lower case.
        var host: String
        /// As sent, beginning with a slash.
        var path: String
        /// As sent, without its mark; empty without one.
        var query: String

        /// Nil for other addresses than those of HTTP; a user and a password are dropped.
        init?(_ text: String) {
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
    }
}
