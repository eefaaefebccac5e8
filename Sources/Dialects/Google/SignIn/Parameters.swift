internal import MockPostlyHTTP
internal import MockPostlyText

/// The parameters of a request for OAuth 2.0.
struct Parameters {
    let pairs: [(name: String, value: String)]

    init(_ bytes: some Collection<UInt8>) {
        pairs = Query(bytes).pairs
    }

    /// Those of an authorization request, which may also come as a form (OpenID Connect Core,
    /// 3.1.2.1).
    init(asking request: Request) {
        self.init(request.method == .post ? request.body[...] : request.rawQuery)
    }

    /// The value of a parameter; one without a value counts as left out (RFC 6749, 3.1).
    subscript(_ name: String) -> String? {
        pairs.first { isSame($0.name, name) && !$0.value.isEmpty }?.value
    }

    /// The words of a parameter that is a list.
    func words(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: " ").map { String($0) }
    }

    /// Throws for a parameter that occurs twice, which none may (RFC 6749, 3.1).
    func requireSingle(_ names: [String]) throws(OAuthFailure) {
        for name in names where pairs.filter({ isSame($0.name, name) }).count > 1 {
            throw OAuthFailure("OAuth 2 parameters can only have a single value: \(name)")
        }
    }

    /// The value of a parameter that must be there.
    func required(_ name: String) throws(OAuthFailure) -> String {
        guard let value = self[name] else {
            throw OAuthFailure("Missing required parameter: \(name)")
        }
        return value
    }

    /// The parameters as a query.
    var text: String { formEncoded(pairs) }
}

/// Whether two texts have the same bytes; one function for all, because each place that has it in
/// line is a kilobyte of the program.
@inline(never)
func isSame(_ text: String, _ other: String) -> Bool { Array(text.utf8) == Array(other.utf8) }

/// Names and values as a query or a form body.
func formEncoded(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\(percentEncoded($0.name))=\(percentEncoded($0.value))" }.joined(separator: "&")
}
