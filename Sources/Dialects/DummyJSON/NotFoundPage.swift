/// The HTML page for a GET request that no route matches.
enum NotFoundPage {
    static let html = Array(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Not found</title>
        <style>
        \(PageStyle.css)
        </style>
        </head>
        <body>
        <h1>There is nothing here</h1>
        <p>No route has this path. <a href="/docs">What is served</a></p>
        </body>
        </html>

        """.utf8
    )
}

/// The style sheet that all pages of this server share.
enum PageStyle {
    static let css = """
        body { max-width: 44rem; margin: 0 auto; padding: 1rem 1rem 3rem;
          font: 1rem/1.5 system-ui, sans-serif; color: #1c1c1e; background: #fff; }
        h1 { font-size: 1.6rem; line-height: 1.2; }
        code, pre { font: .875rem/1.5 ui-monospace, Menlo, Consolas, monospace; }
        code { overflow-wrap: anywhere; }
        a { color: #0a58ca; }
        @media (prefers-color-scheme: dark) {
          body { color: #e5e5ea; background: #1c1c1e; }
          a { color: #6ea8fe; }
        }
        """
}
