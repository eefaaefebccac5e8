package import MockPostlyJavaScript
package import MockPostlySchemas

/// One operation of a description: a method of a path.
package struct Operation: Sendable {
    /// In capitals.
    package let method: String
    /// As the description has it, without base path, query and `#…`: `/pets/{petId}`.
    package let path: String
    /// What stood after `#` in the paths that are variants of this one, without the `#`.
    ///
    /// Their bodies are among the choices of ``body``.
    package internal(set) var variants: [String] = []
    /// The pairs of a query that stood in the path: a request must have them.
    package let query: [(name: String, value: String)]
    /// Nil without one.
    package let operationID: String?
    package let summary: String?
    package let tags: [String]
    package let isDeprecated: Bool
    /// Those of the path too; `Accept`, `Content-Type` and `Authorization` are left out, as OpenAPI
    /// ignores them.
    package let parameters: [Parameter]
    /// Nil when it takes none.
    package internal(set) var body: Body?
    /// In the order of the description.
    package let responses: [Response]
    /// The type of all answers of a Swagger operation, JSON where it is one of several; nil in
    /// OpenAPI 3, where each answer has its own.
    package let answerType: String?
    /// What it demands: one of these, each of which is names of schemes with their scopes; empty when
    /// it demands nothing.
    package let security: [SecurityRequirement]
    /// Whether the operation says so itself, and not the whole description.
    package internal(set) var hasOwnSecurity = false
    /// Under which it is served, such as `/api/v3`.
    ///
    /// `""` for the root. Never empty.
    package let basePaths: [String]
    /// The line of the method in its file.
    package let line: Int

    /// A value of a path, a query, a header or a cookie.
    package struct Parameter: Sendable {
        package enum Place: String, Sendable { case path, query, header, cookie }

        package enum Style: String, Sendable {
            case simple, label, matrix, form, spaceDelimited, pipeDelimited, deepObject
        }

        package let name: String
        package let place: Place
        package let isRequired: Bool
        package let style: Style
        /// Whether each element, or member, is a value of its own.
        package let isExploded: Bool
        /// Nil for one that is not described.
        package let schema: Schema?
        /// Whether its text is JSON (`content` instead of `schema`).
        package let isJSON: Bool
        package let description: String?
        /// The example that stands beside the schema; nil without one.
        package let example: JSValue?
    }

    /// The body of a request.
    package struct Body: Sendable {
        package let isRequired: Bool
        /// In the order of the description.
        package internal(set) var contents: [Content]
    }

    /// A body in one content type.
    package struct Content: Sendable {
        /// In lower case without parameters, such as `application/json`.
        package let type: String
        /// As the description has it.
        package let declaredType: String
        package internal(set) var schema: Schema?
        /// Examples beside the schema, the first one first.
        package let examples: [JSValue]

        /// Whether it is JSON: `application/json`, `text/json` or `…+json`.
        package var isJSON: Bool {
            type.hasSuffix("/json") || type.hasSuffix("+json") || type == "*/*"
        }
    }

    package struct Response: Sendable {
        /// `200`, `4XX` in capitals, or `default`.
        package let status: String
        package let description: String
        package let headers: [Header]
        /// In the order of the description; empty for an answer without a body.
        package let contents: [Content]

        /// The same for another status.
        func `as`(_ status: String) -> Response {
            Response(status: status, description: description, headers: headers, contents: contents)
        }

        /// The content in JSON; nil without one.
        package var json: Content? { contents.first(where: \.isJSON) }
    }

    package struct Header: Sendable {
        package let name: String
        package let isRequired: Bool
        package let schema: Schema?
        package let example: JSValue?
    }

    /// The response that is declared for exactly `status`.
    package func response(_ status: String) -> Response? {
        responses.first { $0.status == status }
    }

    /// The response that says what `status` looks like: its own, else that of `4XX`, else `default`.
    package func response(for status: Int) -> Response? {
        response(String(status)) ?? response("\(status / 100)XX") ?? response("default")
    }
}

/// Schemes that a request must satisfy together.
package struct SecurityRequirement: Sendable, Equatable {
    package let schemes: [(name: String, scopes: [String])]

    package static func == (left: SecurityRequirement, right: SecurityRequirement) -> Bool {
        left.schemes.elementsEqual(right.schemes) { $0.name == $1.name && $0.scopes == $1.scopes }
    }
}

/// How a caller says who it is.
package struct SecurityScheme: Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case basic
        case bearer
        /// A value in a header, a query or a cookie.
        case apiKey(name: String, place: Operation.Parameter.Place)
        /// With the addresses at which tokens are fetched.
        case oauth2(tokenURLs: [String])
        case openIDConnect
        case other(String)
    }

    package let name: String
    package let kind: Kind
}
