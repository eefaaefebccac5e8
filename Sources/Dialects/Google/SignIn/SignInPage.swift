internal import MockPostlyHTTP

/// What all pages of the sign-in have in common.
enum SignInPage {
    static let stylePath = "/oauth2/v2/auth/sign-in.css"
    static let scriptPath = "/oauth2/v2/auth/sign-in.js"

    private static let block = FieldBlock([
        .init("Cache-Control", "no-store"),
        // The Origin of a form that is sent on to an app must not be hidden.
        .init("Referrer-Policy", "strict-origin"),
        .init("X-Content-Type-Options", "nosniff"),
        .init("X-Frame-Options", "DENY"),
    ])

    /// An answer that nobody may keep, frame or read from another origin.
    static func guarded(_ response: Response) -> Response {
        var response = response
        response.sharedFields = block
        return response
    }

    /// A page with `main`, which is HTML.
    ///
    /// `target` is where its forms may lead besides this server, also by way of a redirect.
    static func show(
        _ title: String,
        _ main: String,
        _ request: Request,
        status: Int = 200,
        target: RedirectAddress? = nil
    ) -> Response {
        let prefix = escapedForHTML(request.pathPrefix)
        let html = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <link rel="stylesheet" href="\(prefix)\(stylePath)">
            <script src="\(prefix)\(scriptPath)" defer></script>
            </head>
            <body>
            <header>mockpostly, in place of Google</header>
            <main>
            \(main)</main>
            </body>
            </html>

            """
        let form = target.map { "'self' " + $0.source } ?? "'self'"
        var response = Response(
            status: status,
            contentType: "text/html; charset=utf-8",
            text: html
        )
        let policy =
            "default-src 'none'; style-src 'self'; script-src 'self'; base-uri 'none'; "
            + "frame-ancestors 'none'; form-action " + form
        response.fields.append(.init("Content-Security-Policy", policy))
        return guarded(response)
    }

    static func style(_: Request, _: GoogleAccounts) -> Response { file("text/css", css) }

    static func script(_: Request, _: GoogleAccounts) -> Response {
        file("text/javascript", javaScript)
    }

    private static func file(_ type: String, _ text: String) -> Response {
        var response = Response(contentType: type + "; charset=utf-8", text: text)
        response.fields.append(.init("Cache-Control", "no-cache"))
        return response
    }

    private static let javaScript = """
        const form = document.querySelector("form[data-send]");
        if (form) form.submit();
        else if (document.querySelector("[data-close]")) window.close();

        """

    private static let css = """
        :root { --ink: #1f1f1f; --soft: #4a4d51; --line: #767a80; --back: #f0f4f9; --paper: #fff;
          --link: #0b57d0; --bad: #b3261e; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e8eaed; --soft: #c0c4c9; --line: #8e9196; --back: #1b1c1f;
            --paper: #0e0f11; --link: #a8c7fa; --bad: #f2b8b5; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; padding: 1rem; background: var(--back); color: var(--ink);
          font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
        header { max-width: 30rem; margin: 0 auto .75rem; color: var(--soft); font-size: .875rem; }
        main { max-width: 30rem; margin: 0 auto; padding: 1.25rem; border-radius: 1rem;
          background: var(--paper); }
        h1 { margin: 0; font-size: 1.5rem; font-weight: 500; line-height: 1.25; }
        h2 { margin: 1.75rem 0 .5rem; font-size: 1rem; }
        p { margin: .5rem 0; color: var(--soft); }
        ul { margin: 0; padding: 0; list-style: none; }
        a { color: var(--link); }
        a, button, input { min-height: 2.75rem; font: inherit; }
        label { display: block; margin: .5rem 0; }
        input { width: 100%; padding: .25rem .75rem; border: 1px solid var(--line);
          border-radius: .5rem; background: var(--paper); color: var(--ink); }
        input[aria-invalid] { border-color: var(--bad); }
        button { padding: .25rem 1.25rem; border: 1px solid var(--line); border-radius: 1.375rem;
          background: var(--paper); color: var(--link); font-weight: 500; cursor: pointer; }
        button:hover { background: var(--back); }
        :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
        .bad { color: var(--bad); }
        .row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
        .row label { flex: 1 1 12rem; margin: 0; }
        .row button { align-self: end; }
        .person { display: flex; gap: .75rem; align-items: center; width: 100%; padding: .5rem;
          border-color: transparent; border-radius: .5rem; color: var(--ink); text-align: start; }
        .letter { flex: none; width: 2rem; height: 2rem; border-radius: 50%; background: var(--soft);
          color: var(--paper); line-height: 2rem; text-align: center; overflow: hidden; }
        .name { display: block; }
        .mail { display: block; color: var(--soft); font-size: .875rem; font-weight: 400; }

        """
}
