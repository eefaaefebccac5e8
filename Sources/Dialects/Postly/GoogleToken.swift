internal import MockPostlyCrypto
internal import MockPostlyJSON
internal import MockPostlyText

/// A Google ID token, parsed as `google-auth` parses it.
///
/// Every error is a ``Failure`` with status 401 and the message of `google-auth`.
struct GoogleToken {
    let claims: JSONValue
    private let header: JSONValue
    private let headerText: String
    private let signedBytes: [UInt8]
    private let signature: [UInt8]

    init(_ token: String) throws {
        // The library would parse a token of any length and then refuse its signature.
        guard token.utf8.count <= JWT.longest else {
            throw Failure(401, "Could not verify token signature.")
        }
        let segments = token.utf8.split(
            separator: UInt8(ascii: "."),
            omittingEmptySubsequences: false
        )
        guard segments.count == 3 else {
            throw Failure(
                401,
                "Wrong number of segments in token: " + PythonText.bytesLiteral(token)
            )
        }
        guard let signature = Base64URL.decodeLeniently(segments[2]) else {
            throw Failure(401, "Incorrect padding")
        }
        header = try Self.json(segments[0])
        claims = try Self.json(segments[1])
        headerText = String(segments[0]) ?? ""
        signedBytes = Array(token.utf8[..<segments[1].endIndex])
        self.signature = signature
        guard claims.kind == .object else { throw Failure(401, "The token's claims are no object") }
    }

    /// Checks that the header names an algorithm that the library supports.
    func checkHeader() throws {
        guard header.kind == .object else {
            throw Failure(
                401,
                "Header segment should be a JSON object: " + PythonText.bytesLiteral(headerText)
            )
        }
        let algorithm = header["alg"]
        guard let name = algorithm?.string, ["RS256", "ES256", "ES384"].contains(name) else {
            throw Failure(401, "Unsupported signature algorithm " + Self.shown(algorithm))
        }
    }

    /// Checks the signature with the world's only key; a `kid` in the header must name it.
    func checkSignature(keyID: String, _ key: RSAKey) throws {
        if let named = header["kid"], !named.isFalsy {
            guard named.string?.utf8.elementsEqual(keyID.utf8) == true else {
                throw Failure(401, "Certificate for key id \(Self.shown(named)) not found.")
            }
        }
        let algorithm = Self.shown(header["alg"])
        guard algorithm.utf8.elementsEqual("RS256".utf8) else {
            throw Failure(
                401,
                "Certificate key type does not match signature algorithm \(algorithm)."
            )
        }
        guard key.verifies(signature, of: signedBytes) else {
            throw Failure(401, "Could not verify token signature.")
        }
    }

    /// A claim's value as the library's messages write it.
    static func shown(_ value: JSONValue?) -> String {
        guard let value, !value.isNull else { return "None" }
        return value.string ?? String(decoding: value.rawText, as: UTF8.self)
    }

    private static func json(_ segment: Substring.UTF8View) throws -> JSONValue {
        guard let bytes = Base64URL.decodeLeniently(segment), let json = try? JSON(parsing: bytes)
        else {
            throw Failure(
                401,
                "Can't parse segment: " + PythonText.bytesLiteral(String(segment) ?? "")
            )
        }
        return json.root
    }
}
