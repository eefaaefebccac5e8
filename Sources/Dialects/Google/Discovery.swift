internal import MockPostlyHTTP
internal import MockPostlyJSON

/// The discovery document (OpenID Connect Discovery 1.0, 3), with Google's members in its
/// order; its addresses are those of this server.
enum Discovery {
    static let issuer = "https://accounts.google.com"

    static func show(_ request: Request, _: GoogleAccounts) -> Response {
        .document(type: "application/json", maximumAge: "max-age=3600") { json in
            json.beginObject()
            json.field("issuer", issuer)
            let site = request.site
            for (name, path) in endpoints {
                json.key(name)
                json.string(site + path)
            }
            for list in lists {
                json.key(list.name)
                json.beginArray()
                for value in list.values { json.string(value) }
                json.endArray()
            }
            json.endObject()
        }
    }

    private static let endpoints: [(name: StaticString, path: String)] = [
        ("authorization_endpoint", Authorization.path),
        ("token_endpoint", "/oauth2/v4/token"),
        ("userinfo_endpoint", "/oauth2/v3/userinfo"),
        ("revocation_endpoint", "/oauth2/revoke"),
        ("jwks_uri", "/oauth2/v3/certs"),
    ]

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
            "token_endpoint_auth_methods_supported",
            ["client_secret_post", "client_secret_basic", "none"]
        ),
        (
            "claims_supported",
            [
                "aud", "email", "email_verified", "exp", "family_name", "given_name", "iat", "iss",
                "name", "picture", "sub",
            ]
        ),
        ("code_challenge_methods_supported", ["plain", "S256"]),
        ("grant_types_supported", ["authorization_code", "refresh_token"]),
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
