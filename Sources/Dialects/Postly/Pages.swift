internal import MockPostlyHTTP

/// The HTML pages that Flask and Werkzeug send, such as for 404 and 405.
enum Pages {
    static let html = "text/html; charset=utf-8"

    static let notFound = Response(
        status: 404,
        contentType: html,
        text: """
            <!doctype html>
            <html lang=en>
            <title>404 Not Found</title>
            <h1>Not Found</h1>
            <p>The requested URL was not found on the server. If you entered the URL manually \
            please check your spelling and try again.</p>

            """
    )

    static func methodNotAllowed(_ allow: String) -> Response {
        var response = Response(
            status: 405,
            contentType: html,
            text: """
                <!doctype html>
                <html lang=en>
                <title>405 Method Not Allowed</title>
                <h1>Method Not Allowed</h1>
                <p>The method is not allowed for the requested URL.</p>

                """
        )
        response.fields.append(.init("Allow", allow))
        return response
    }

    static func options(_ allow: String) -> Response {
        var response = Response(contentType: html, body: [])
        response.fields.append(.init("Allow", allow))
        return response
    }
}

/// The page at `/`.
enum Home {
    static func show(_: Request, _: Postly) -> Response {
        Response(contentType: Pages.html, text: "<h1>Postly API - This is my backend.</h1>")
    }
}
