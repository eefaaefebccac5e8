internal import MockPostlyHTTP

/// The page at `/docs`: all routes, and how to begin.
enum DocsPage {
    /// The page for all routes, with examples for the server at `site`, such as
    /// `http://localhost:8080`.
    static func standard(at site: String) -> [UInt8] {
        html(routes, at: site)
    }

    private static let routes = DummyJSON.routes.map { ($0.method.name, $0.pattern, $0.summary) }

    /// The page for `routes`, grouped by the first word of their paths.
    static func html(
        _ routes: [(method: String, path: String, summary: String)],
        at site: String
    ) -> [UInt8] {
        var groups: [(word: Substring, rows: String)] = []
        for route in routes {
            let word = route.path.dropFirst().prefix { $0 != "/" }
            let known = groups.firstIndex { $0.word == word }
            if known == nil { groups.append((word, "")) }
            groups[known ?? groups.count - 1].rows += row(route)
        }
        let lists = groups.map { group in
            "<h3>\(escapedForHTML(group.word))</h3>\n<ul>\n\(group.rows)</ul>\n"
        }
        return Array((start(at: site) + lists.joined() + end).utf8)
    }

    private static func row(_ route: (method: String, path: String, summary: String)) -> String {
        """
        <li><b>\(escapedForHTML(route.method))</b> <code>\(escapedForHTML(route.path))</code> \
        <span>\(escapedForHTML(route.summary))</span></li>

        """
    }

    private static func start(at site: String) -> String {
        // The host is what the client has sent.
        let site = escapedForHTML(site)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>mockpostly: the DummyJSON API</title>
            <style>
            \(PageStyle.css)
            h2 { margin: 2rem 0 .5rem; font-size: 1.25rem; }
            h3 { margin: 1.25rem 0 .25rem; font-size: 1rem; }
            ul { margin: 0; padding: 0; list-style: none; }
            li { padding: .3rem 0; border-bottom: 1px solid #8883; }
            li b { display: inline-block; min-width: 4.2em; font-size: .8rem; }
            li span { color: #666; font-size: .9rem; }
            pre { padding: .75rem; border-radius: .5rem; background: #8882; overflow-x: auto; }
            @media (prefers-color-scheme: dark) { li span { color: #aaa; } }
            </style>
            </head>
            <body>
            <h1>The DummyJSON API, on this machine</h1>
            <p>mockpostly answers here as dummyjson.com does. Put the address of this server where your
            app has <code>https://dummyjson.com</code>, and leave the rest as it is. It needs no
            network.</p>

            <h2>Log in</h2>
            <pre>curl -X POST \(site)/auth/login \\
              -H 'Content-Type: application/json' \\
              -d '{"username":"emilys","password":"emilyspass"}'</pre>
            <p>The answer has an <code>accessToken</code>. Send it along to see who you are:</p>
            <pre>curl \(site)/auth/me \\
              -H 'Authorization: Bearer &lt;accessToken&gt;'</pre>
            <p>Every user can log in: the password is the user name followed by <code>pass</code>. Any path
            below works behind <code>/auth</code> as well, and then wants a token.</p>

            <h2>Lists</h2>
            <pre>curl '\(site)/posts?limit=10&amp;skip=20&amp;select=title,userId'
            curl '\(site)/products?sortBy=price&amp;order=desc'
            curl '\(site)/posts/search?q=love'
            curl '\(site)/todos?delay=1000'</pre>
            <p><code>limit=0</code> gives everything, and <code>delay</code> keeps any answer back for so
            many milliseconds. Adding, changing and deleting is answered but not kept, unless the server
            was started with <code>--dummyjson-writes keep</code>.</p>

            <h2>What is served</h2>

            """
    }

    private static let end = """

        <h2>More</h2>
        <p>The <a href="/__mockpostly/v1/openapi.yaml">OpenAPI description</a> has every parameter,
        answer and status. <code>mockpostly routes</code> prints the list above, and
        <code>mockpostly serve --help</code> all options.</p>
        </body>
        </html>

        """
}
