internal import MockPostlyCrypto
internal import MockPostlyHTTP
internal import MockPostlyJSON
internal import MockPostlyText

/// The public key as a JWK set (RFC 7517, 5).
enum KeySet {
    static func show(_: Request, _ accounts: GoogleAccounts) throws -> Reply {
        let response = try accounts.keys.key().map { key in
            Response.keys { json in
                json.beginObject()
                json.key("keys")
                json.beginArray()
                json.beginObject()
                json.field("kty", "RSA")
                json.field("use", "sig")
                json.field("alg", "RS256")
                json.field("kid", key.id)
                json.field("n", Base64URL.encode(key.rsa.modulus))
                json.field("e", Base64URL.encode(key.rsa.exponent))
                json.endObject()
                json.endArray()
                json.endObject()
            }
        }
        return response
    }
}

/// The public key in a certificate, by key id: the format that Google's own libraries use.
enum Certificates {
    static func show(_: Request, _ accounts: GoogleAccounts) throws -> Reply {
        let response = try accounts.keys.key().map { key in
            let certificate = try SigningCertificate(key.rsa).pem
            return Response.keys { json in
                json.beginObject()
                json.key(key.id)
                json.string(certificate)
                json.endObject()
            }
        }
        return response
    }
}

extension Response {
    fileprivate static func keys(_ write: (inout JSONWriter) -> Void) -> Response {
        .document(
            type: "application/json; charset=UTF-8",
            maximumAge: "max-age=21600, must-revalidate, no-transform",
            write
        )
    }
}
