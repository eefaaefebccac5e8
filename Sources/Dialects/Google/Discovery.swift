internal import MockPostlyHTTP
internal import MockPostlyJSON

/// The discovery document (OpenID Connect Discovery 1.0, 3), with Google's members in its order.
enum Discovery {
    static let issuer = "https://accounts.google.com"

    static func show(_ request: Request, _: GoogleAccounts) -> Response {
        .document(type: "application/json", maximumAge: "max-age=3600") { json in
            json.beginObject()
            json.field("issuer", issuer)
            json.field("authorization_endpoint", "https://accounts.google.com/o/oauth2/v2/auth")
            json.field("device_authorization_endpoint", "https://oauth2.googleapis.com/device/code")
            json.field("token_endpoint", "https://oauth2.googleapis.com/token")
            json.field("userinfo_endpoint", "https://openidconnect.googleapis.com/v1/userinfo")
            json.field("revocation_endpoint", "https://oauth2.googleapis.com/revoke")
            json.field("jwks_uri", request.site + "/oauth2/v3/certs")
            for list in lists {
                json.key(list.name)
                json.beginArray()
                for value in list.values { json.string(value) }
                json.endArray()
            }
            json.endObject()
        }
    }

    private static let lists: [(name: StaticString, values: [String])] = [
        (
            "response_types_supported",
            [
                "code", "token", "id_token", "code token", "code id_token", "token id_token",
                "code token id_token", "none",
            ]
        ),
        ("response_modes_supported", ["query", "fragment", "form_post"]),
        ("subject_types_supported", ["public"]),
        ("id_token_signing_alg_values_supported", ["RS256"]),
        ("scopes_supported", ["openid", "email", "profile"]),
        (
            "token_endpoint_auth_methods_supported", ["client_secret_post", "client_secret_basic"]
        ),
        (
            "claims_supported",
            [
                "aud", "email", "email_verified", "exp", "family_name", "given_name", "iat", "iss",
                "name", "picture", "sub",
            ]
        ),
        ("code_challenge_methods_supported", ["plain", "S256"]),
        (
            "grant_types_supported",
            [
                "authorization_code", "refresh_token",
                "urn:ietf:params:oauth:grant-type:device_code",
                "urn:ietf:params:oauth:grant-type:jwt-bearer",
            ]
        ),
    ]
}

extension Response {
    /// A public JSON document with line breaks and indentation.
    static func document(
        type: String,
        maximumAge: String,
        _ write: (inout JSONWriter) -> Void
    ) -> Response {
        var json = JSONWriter(escaping: .utf8, reserving: 2048)
        write(&json)
        var response = Response(
            contentType: type,
            body: JSONWriter.pretty(json.finish()) + [UInt8(ascii: "\n")]
        )
        response.fields.append(Field("Cache-Control", "public, \(maximumAge)"))
        return response
    }
}
