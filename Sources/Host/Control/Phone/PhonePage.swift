internal import MockPostlyDialect
internal import MockPostlyHTTP

/// The page for a phone: that it has reached the server, what to put into an app, who can log in.
///
/// It works without script and in old browsers.
struct PhonePage {
    /// Host and port, followed by `/w/<name>` where the world needs this prefix.
    let base: String
    let place: Place
    let world: String
    /// The device's address; empty for a Unix socket.
    let peer: String
    let device: Device
    /// Whether only the computer itself can connect.
    let isLocal: Bool
    let systems: [PlacedSystem]
    /// What the device has to trust for https; nil when that is not spoken so.
    let anchor: TrustAnchor?
    /// The proxy; nil when there is none.
    let proxy: ProxyOffer?

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="format-detection" content="telephone=no">
        <title>mockpostly: reached</title>
        <link rel="stylesheet" href="\(Phone.stylePath)">
        </head>
        <body>
        <header>
        <h1>You reached mockpostly</h1>
        \(arrival)</header>
        <main>
        \(addresses)\(logIns)<section>
        <h2>In the app</h2>
        <p>Plain HTTP has to be allowed in builds for tests.</p>
        \(orderedSnippets)</section>
        \(trust)\(proxySteps)
        </main>
        </body>
        </html>

        """
    }

    // MARK: The top

    private var arrival: String {
        var text = "<p>This device"
        if !peer.isEmpty { text += " (\(escapedForHTML(peer)))" }
        text += " has reached <strong>\(escapedForHTML(place.authority))</strong>"
        if world != "default" { text += ", world <strong>\(escapedForHTML(world))</strong>" }
        text += ".</p>\n"
        guard place.isLoopback else { return text }
        let words =
            isLocal
            ? "Only the computer itself can connect now. For a phone, start the server with"
                + " <code>mockpostly serve --lan</code>."
            : "This name means the device itself. On another one, open the address that the server"
                + " has shown at its start."
        return text + "<p class=\"note\">\(words)</p>\n"
    }

    // MARK: Addresses

    private var addresses: String {
        let rows = systems.compactMap { system -> String? in
            let lines = system.addresses(at: base)
            guard !lines.isEmpty else { return nil }
            let list = lines.map { line in
                "<dt>\(escapedForHTML(line.label))\(hint(line.note))</dt>\n"
                    + "<dd>\(copied(line.value))</dd>\n"
            }
            return "<h3>\(escapedForHTML(system.title))</h3>\n<dl>\n\(list.joined())</dl>\n"
        }
        return """
            <section>
            <h2>Base URLs</h2>
            <p>Hold one to copy it.</p>
            \(rows.joined())</section>

            """
    }

    private var logIns: String {
        let rows = systems.compactMap { system -> String? in
            let lines = system.logIns
            guard !lines.isEmpty else { return nil }
            let list = lines.map { line in
                let note = line.label == "Login" ? copied(line.note) : escapedForHTML(line.note)
                let second = line.note.isEmpty ? "" : "<dd>\(note)</dd>\n"
                return "<dt>\(escapedForHTML(line.label))</dt>\n<dd>\(copied(line.value))</dd>\n"
                    + second
            }
            return "<h3>\(escapedForHTML(system.title))</h3>\n<dl>\n\(list.joined())</dl>\n"
        }
        guard !rows.isEmpty else { return "" }
        return """
            <section>
            <h2>Log-ins</h2>
            <p>Below a name stands its password.</p>
            \(rows.joined())</section>

            """
    }

    private func copied(_ text: String) -> String {
        "<code class=\"copied\">\(escapedForHTML(text))</code>"
    }

    private func hint(_ note: String) -> String {
        note.isEmpty ? "" : " <span class=\"hint\">\(escapedForHTML(note))</span>"
    }

    // MARK: Snippets

    /// Those for the system of the device come first, and are open.
    private var orderedSnippets: String {
        let all = [(Device.System.iOS, iOS), (.android, android), (.other, web)]
        let own = all.filter { $0.0 == device.system }
        let others = all.filter { $0.0 != device.system }
        return own.map { details($0.1, isOpen: true) }.joined()
            + others.map { details($0.1, isOpen: false) }.joined()
    }

    private func details(_ snippet: (title: String, body: String), isOpen: Bool) -> String {
        """
        <details\(isOpen ? " open" : "")>
        <summary>\(snippet.title)</summary>
        \(snippet.body)</details>

        """
    }
}
