internal import MockPostlyHTTP

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
    var text: [UInt8] = []
    for (name, value) in pairs {
        if !text.isEmpty { text.append(UInt8(ascii: "&")) }
        appendEncoded(name, to: &text)
        text.append(UInt8(ascii: "="))
        appendEncoded(value, to: &text)
    }
    return String(decoding: text, as: UTF8.self)
}

private func appendEncoded(_ value: String, to text: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in value.utf8 {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: text.append(byte)
        default: text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
}
