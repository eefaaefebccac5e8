internal import MockPostlyHTTP

/// The page for an app that must get no answer, as Google's: `Error 400: invalid_request`.
enum BlockedPage {
    static func show(_ failure: OAuthFailure, _ request: Request) -> Response {
        SignInPage.show(
            "Access blocked",
            """
            <h1>Access blocked: authorization error</h1>
            <p class="bad">\(escapedForHTML(failure.words))</p>
            <p>The app that brought you here is set up in a way that this server cannot answer. If \
            you develop it, see the settings of its sign-in.</p>
            <p><strong>Error \(failure.status): \(failure.code)</strong></p>

            """,
            request,
            status: failure.status
        )
    }
}

/// The page in place of the account chooser when a fault of the world answers, so that whoever sees
/// it knows why.
enum FaultPage {
    static func show(_ status: Int, _ request: Request) -> Response {
        let words = "\(status) \(usualWords(for: status))"
        return SignInPage.show(
            "A fault of this world",
            """
            <h1>\(escapedForHTML(words))</h1>
            <p class="bad">A fault that was ordered for this world answers in place of this \
            page.</p>
            <p><code>mockpostly fault list</code> shows the faults of the world, and \
            <code>mockpostly fault clear</code> removes them. So does the dashboard.</p>

            """,
            request,
            status: status
        )
    }
}

/// The page that stands for a window that a person has closed: the app gets no answer.
enum ClosedPage {
    static func show(_ request: Request) -> Response {
        SignInPage.show(
            "Window closed",
            """
            <h1 data-close>You can close this window</h1>
            <p>The app gets no answer, as when somebody closes the window before choosing an \
            account.</p>

            """,
            request
        )
    }
}

/// The page that sends an answer to an app by a form (OAuth 2.0 Form Post Response Mode).
enum FormPostPage {
    static func show(
        _ pairs: [(name: String, value: String)],
        to redirect: RedirectAddress,
        _ request: Request
    ) -> Response {
        SignInPage.show(
            "Back to the app",
            """
            <h1>Back to \(escapedForHTML(redirect.title))</h1>
            <form method="post" action="\(escapedForHTML(redirect.text))" data-send>
            \(hiddenInputs(pairs))<p><button>Continue</button></p>
            </form>

            """,
            request,
            target: redirect
        )
    }
}

/// The parameters as hidden members of a form.
func hiddenInputs(_ pairs: [(name: String, value: String)]) -> String {
    var html = ""
    for (name, value) in pairs {
        html += "<input type=\"hidden\" name=\"" + escapedForHTML(name)
        html += "\" value=\"" + escapedForHTML(value) + "\">\n"
    }
    return html
}
