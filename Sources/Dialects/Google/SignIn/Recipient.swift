internal import MockPostlyHTTP

/// The app that asks for an authorization: where the answer goes, and in which form.
final class Recipient {
    /// How the answer is sent (OAuth 2.0 Multiple Response Types, 2.1; OAuth 2.0 Form Post).
    enum Mode: String {
        case query, fragment
        case formPost = "form_post"
    }

    let client: String
    let redirect: RedirectAddress
    let mode: Mode
    let state: String?

    /// Throws for an app that is unknown, or whose address is not valid: it must get no answer.
    init(_ parameters: Parameters, _ settings: GoogleAccounts.Settings) throws(OAuthFailure) {
        try parameters.requireSingle([
            "client_id", "redirect_uri", "response_mode", "response_type", "state",
        ])
        client = try parameters.required("client_id")
        if let known = settings.clientID, !isSame(known, client) {
            throw OAuthFailure.client
        }
        redirect = try RedirectAddress(try parameters.required("redirect_uri"))
        state = parameters["state"]
        let types = parameters.words("response_type")
        let isInFragment = types.contains("token") || types.contains("id_token")
        let mode = parameters["response_mode"].flatMap { Mode(rawValue: $0) }
        // A token in a query would be logged by servers.
        let usual = isInFragment ? Mode.fragment : .query
        self.mode = mode == .query ? usual : mode ?? usual
    }

    /// The answer with these parameters and the state of the request.
    func answer(
        _ pairs: [(name: String, value: String)],
        to request: Request
    ) -> Response {
        let pairs = (state.map { [("state", $0)] } ?? []) + pairs
        let mark: String
        switch mode {
        case .query: mark = redirect.text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        case .fragment: mark = "#"
        case .formPost: return FormPostPage.show(pairs, to: redirect, request)
        }
        // A browser must not send the form of the account chooser on to the app.
        let status = request.method == .post ? 303 : 302
        var response = Response(status: status, body: [])
        response.fields.append(.init("Location", redirect.text + mark + formEncoded(pairs)))
        return SignInPage.guarded(response)
    }
}
