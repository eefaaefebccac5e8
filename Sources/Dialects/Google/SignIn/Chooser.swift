internal import MockPostlyHTTP
internal import MockPostlyNouns

/// The page on which a person chooses who signs in to an app, or how that fails.
final class Chooser {
    /// How many people a page shows.
    private static let length = 20
    /// The parameters of the page itself, among those of the authorization request.
    private static let (searchName, pageName) = ("people", "page")

    let order: AuthorizationOrder
    private let accounts: GoogleAccounts
    /// What was wrong with the last choice; nil for nothing.
    var notice: String?
    /// What was typed into the form for somebody new; nil for nothing.
    var newcomer: Newcomer?

    init(_ order: AuthorizationOrder, _ accounts: GoogleAccounts) {
        (self.order, self.accounts) = (order, accounts)
    }

    func page(_ request: Request, status: Int = 200) throws -> Response {
        let hinted = try order.hint.flatMap { try accounts.user(named: $0) }
        let suggested = hinted.flatMap { order.allows($0.email) ? $0 : nil }
        var newcomer = newcomer
        if newcomer == nil, hinted == nil, let hint = order.hint, hint.utf8.contains(0x40) {
            newcomer = Newcomer(email: hint)
        }
        let app = escapedForHTML(order.recipient.redirect.title)
        var html = "<h1>Choose an account</h1>\n<p>to continue to <strong>\(app)</strong></p>\n"
        if let notice { html += "<p class=\"bad\" role=\"alert\">\(escapedForHTML(notice))</p>\n" }
        html += try people(suggested, request)
        html += somebodyNew(newcomer, request)
        html += """
            <h2>Or see what the app does when</h2>
            \(form(request))<p class="row">
            <button name="outcome" value="denied">Access is denied</button>
            <button name="outcome" value="closed">The window is closed</button>
            </p></form>
            <h2>What the app gets</h2>
            <p>\(shared). Its client id is <bdi>\(escapedForHTML(order.recipient.client))</bdi>.</p>

            """
        return SignInPage.show(
            "Choose an account",
            html,
            request,
            status: status,
            target: order.recipient.redirect
        )
    }

    private var shared: String {
        let scopes = Scopes(order.scope)
        switch (scopes.hasProfile, scopes.hasEmail) {
        case (true, true): return "Name, picture and e-mail address"
        case (true, false): return "Name and picture"
        case (false, true): return "The e-mail address"
        case (false, false): return "The number of the account"
        }
    }

    // MARK: People

    private func people(_ suggested: User?, _ request: Request) throws -> String {
        let text = order.parameters[Self.searchName] ?? ""
        let page = Self.number(order.parameters[Self.pageName])
        let domain = order.domain == "*" ? nil : order.domain
        var found = try accounts.users.search(
            text,
            domain: domain,
            skipping: (page - 1) * Int64(Self.length),
            limit: Int64(Self.length) + 1
        )
        let hasMore = found.count > Self.length
        if hasMore { found.removeLast() }
        var html = ""
        if let suggested, text.isEmpty, page == 1 {
            html += "<h2>The app asks for</h2>\n" + list([suggested], request)
            found.removeAll { $0.id == suggested.id }
        }
        html += "<h2 id=\"people\">People</h2>\n"
        if hasMore || page > 1 || !text.isEmpty { html += search(text, request) }
        html += found.isEmpty ? nobody(text, besides: suggested) : list(found, request)
        var links: [String] = []
        if page > 1 { links.append(link("Previous page", to: page - 1, text, request)) }
        if hasMore { links.append(link("Next page", to: page + 1, text, request)) }
        if !links.isEmpty {
            html +=
                "<nav class=\"row\" aria-label=\"Pages\">\(links.joined(separator: " "))</nav>\n"
        }
        return html
    }

    /// A page's number, from 1 up; 1 for a text that is none.
    private static func number(_ text: String?) -> Int64 {
        var number: Int64 = 0
        for byte in (text ?? "").utf8 {
            guard 0x30...0x39 ~= byte, number < 1_000_000 else { return 1 }
            number = number * 10 + Int64(byte - 0x30)
        }
        return max(number, 1)
    }

    private func nobody(_ text: String, besides suggested: User?) -> String {
        guard text.isEmpty else { return "<p>Nobody has that in their name or address.</p>\n" }
        return suggested == nil ? "<p>Nobody yet.</p>\n" : "<p>Nobody else.</p>\n"
    }

    private func list(_ people: [User], _ request: Request) -> String {
        var html = form(request) + "<ul>\n"
        for person in people {
            let name = person.name.isEmpty ? person.email : person.name
            html += """
                <li><button class="person" name="account" value="\(escapedForHTML(person.id.text))">
                <span class="letter" aria-hidden="true">\(Self.letter(of: name))</span>
                <span><bdi class="name">\(escapedForHTML(name))</bdi>
                <bdi class="mail">\(escapedForHTML(person.email))</bdi></span>
                </button></li>

                """
        }
        return html + "</ul></form>\n"
    }

    /// The letter that stands in place of a picture.
    private static func letter(of name: String) -> String {
        let first = name.unicodeScalars.first { $0.properties.isAlphabetic }
        return first.map { escapedForHTML("\($0)".uppercased()) } ?? "?"
    }

    private func search(_ text: String, _ request: Request) -> String {
        """
        <form method="get" action="\(address(Authorization.path, request))" role="search">
        \(hiddenInputs(ownPairs))<div class="row">
        <label>Name or e-mail <input type="search" name="\(Self.searchName)" \
        value="\(escapedForHTML(text))"></label>
        <button>Search</button>
        </div></form>

        """
    }

    private func link(
        _ words: String,
        to page: Int64,
        _ text: String,
        _ request: Request
    ) -> String {
        let query = formEncoded(
            ownPairs + [(Self.searchName, text), (Self.pageName, "\(page)")]
        )
        let path = address(Authorization.path, request)
        return "<a href=\"\(path)?\(escapedForHTML(query))\">\(words)</a>"
    }

    // MARK: Somebody new

    private func somebodyNew(_ newcomer: Newcomer?, _ request: Request) -> String {
        """
        <h2>Somebody new</h2>
        \(form(request))\
        \(field("name", "Name", "text", newcomer?.name, newcomer?.nameFault))\
        \(field("email", "E-mail", "email", newcomer?.email, newcomer?.emailFault))\
        <p><button>Sign in</button></p></form>

        """
    }

    private func field(
        _ name: String,
        _ title: String,
        _ type: String,
        _ value: String?,
        _ fault: String?
    ) -> String {
        var html = "<label>\(title) <input type=\"\(type)\" name=\"\(name)\" required"
        html += " autocomplete=\"\(name)\" value=\"\(escapedForHTML(value ?? ""))\""
        guard let fault else { return html + "></label>\n" }
        html += " aria-invalid=\"true\" aria-describedby=\"\(name)-fault\"></label>\n"
        return html + "<p class=\"bad\" id=\"\(name)-fault\">\(escapedForHTML(fault))</p>\n"
    }

    // MARK: Forms

    /// The parameters of the app, without those of the page.
    private var ownPairs: [(name: String, value: String)] {
        order.parameters.pairs.filter { ![Self.searchName, Self.pageName].contains($0.name) }
    }

    /// The beginning of a form that sends a choice.
    private func form(_ request: Request) -> String {
        let path = address(Authorization.choicePath, request)
        return
            "<form method=\"post\" action=\"\(path)?\(escapedForHTML(formEncoded(ownPairs)))\">\n"
    }

    private func address(_ path: String, _ request: Request) -> String {
        escapedForHTML(request.pathPrefix + path)
    }
}
