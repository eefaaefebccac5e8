internal import MockPostlyDialect
internal import MockPostlyHTTP
internal import MockPostlyJournal
internal import MockPostlyWorlds

/// `/__mockpostly/llms.txt`: the server on one page, for an agent that writes code.
///
/// Every command in it works as it stands: the tests run them all.
enum AgentGuide {
    static let path = "/__mockpostly/llms.txt"

    static func show(_ request: Request, _ call: Control.Call) throws -> Response {
        try ControlQuery(request)
        guard call.worlds.isLoaded else { throw HostError.notReady }
        let world = try call.worlds.found(call.existing(world: call.addressedWorld))
        let place = try Place(of: request)
        let page = AgentPage(
            scheme: request.isSecure ? "https" : "http",
            authority: place.authority,
            base: call.worlds.base(of: world, for: place.authority),
            isOwnWorld: world.name != "default",
            systems: world.served.map { AgentPage.System($0.dialect) },
            needsToken: call.control.hasAdminToken
        )
        var response = Response(contentType: "text/plain; charset=utf-8", text: page.text)
        response.fields += [
            .init("X-Content-Type-Options", "nosniff"),
            .init("Cross-Origin-Resource-Policy", "same-origin"),
            .init("Cache-Control", "no-store"),
        ]
        return response
    }
}

/// The text of the page.
struct AgentPage {
    /// A system, and what a token of it takes.
    struct System {
        let placed: PlacedSystem
        /// The name in orders.
        let name: String
        let hasTokens: Bool
        let collections: [String]

        init(_ dialect: any Dialect) {
            let type = type(of: dialect)
            placed = PlacedSystem(dialect)
            (name, hasTokens) = (type.name, type.tokens != nil)
            collections = dialect.collections.map(\.name)
        }

        /// Somebody who can log in, and for whom a token can be made.
        fileprivate var user: String? {
            guard hasTokens else { return nil }
            for case let line in placed.introduction.lines.reversed() where line.isLogIn {
                if case .text(let name) = line.content { return name }
            }
            return nil
        }
    }

    let scheme: String
    /// Host and port.
    let authority: String
    /// The same, followed by `/w/<name>` where the world needs this prefix.
    let base: String
    /// Whether the page was asked for in a world that somebody has made.
    let isOwnWorld: Bool
    let systems: [System]
    let needsToken: Bool

    /// The name of the world in the examples.
    private static let world = "me"

    private var root: String { "\(scheme)://\(authority)" }
    /// Where the world of the examples is.
    private var home: String {
        isOwnWorld ? "\(scheme)://\(base)" : "\(root)/w/\(Self.world)"
    }

    var text: String {
        """
        # mockpostly

        > A mock backend at \(root) for tests of apps. It answers as the systems below do, with real state.
        > Use a world of your own: content, clock, faults, stubs and journal that nobody else sees.

        ## Systems

        \(systems.map(describe).joined())
        ## Calls

        \(introduction)
        \(calls.map { "\($0.words)\n\n    \($0.command)\n" }.joined(separator: "\n"))
        ## More

        - All members of each call: \(root)\(Control.prefix)/openapi-control.yaml; the systems: \
        \(root)\(Control.prefix)/openapi.yaml
        - The same as tools (MCP): \(root)\(MCP.path), or the command `mockpostly mcp`
        - A page for people: \(root)/__mockpostly/; `mockpostly help` has the commands

        """
    }

    // MARK: Systems

    /// The base URLs, whoever can log in, and a request that works.
    private func describe(_ system: System) -> String {
        let addresses = system.placed.addresses(at: base).map { line in
            line.note.isEmpty ? line.value : "\(line.value) (\(line.note))"
        }
        guard !addresses.isEmpty else { return "" }
        var lines = ["- \(system.placed.title): \(addresses.joined(separator: ", "))"]
        let logIns = system.placed.logIns.map { line -> String in
            let note = line.note.isEmpty ? "" : " / \(line.note)"
            return "\(line.label.lowercased()) \(line.value)\(note)"
        }
        if !logIns.isEmpty { lines.append("  \(logIns.joined(separator: ", "))") }
        if let example = system.placed.introduction.example {
            lines.append("\n      \(command(example))\n")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func command(_ example: Introduction.Example) -> String {
        let header = example.header.map { " -H \(CurlForm.quoted($0))" } ?? ""
        let body = example.body.map { " -d \(CurlForm.quoted($0))" } ?? ""
        return "curl -s\(header)\(body) '\(scheme)://\(base)\(example.target)'"
    }

    // MARK: Calls

    private var introduction: String {
        let place =
            isOwnWorld
            ? "They are for this world."
            : "The first makes the world `\(Self.world)`: choose a name of your own, and put "
                + "`/w/NAME` in front of the path of each base URL."
        let token =
            needsToken
            ? " The server has an admin token: it is in MOCKPOSTLY_ADMIN_TOKEN where its user has put it."
            : ""
        return place + token + " A refusal says what to send instead."
    }

    private struct Call {
        let words: String
        let command: String
    }

    private func call(
        _ words: String,
        _ path: String,
        _ body: String? = nil,
        at place: String? = nil
    ) -> Call {
        let token = needsToken ? " -H \"Authorization: Bearer $MOCKPOSTLY_ADMIN_TOKEN\"" : ""
        let body = body.map { " -d \(CurlForm.quoted($0))" } ?? ""
        let url = "'\((place ?? home) + Control.prefix + path)'"
        return Call(words: words, command: "curl -s\(token)\(body) \(url)")
    }

    /// The path of the examples: that of the first system with an example.
    private var examplePath: String {
        let target = systems.lazy.compactMap { $0.placed.introduction.example?.target }.first
        return String((target ?? "/").prefix { $0 != "?" })
    }

    private var calls: [Call] {
        let path = examplePath
        var calls: [Call] = []
        if !isOwnWorld {
            calls.append(
                call(
                    "1. A world; its `baseUrls` are for the app:",
                    "/worlds",
                    #"{"id":"\#(Self.world)"}"#,
                    // It is not there yet, so its prefix cannot be.
                    at: root
                )
            )
        }
        calls += [
            call(
                "2. A fault: the first two requests fail, the third is answered (`fault` may also be a "
                    + "name, as in /fault-presets):",
                "/faults",
                #"{"match":{"path":"\#(path)"},"fault":{"status":503},"times":2}"#
            ),
            call(
                "3. A stub, an answer of your own:",
                "/stubs",
                #"{"match":{"path":"/flags"},"response":{"json":{"new":true}}}"#
            ),
        ]
        if let system = systems.first(where: { $0.user != nil }), let user = system.user {
            calls.append(
                call(
                    "4. A token, valid without `expiredFor`; \"break\":\"signature\" breaks it:",
                    "/tokens",
                    #"{"system":"\#(system.name)","user":"\#(user)","expiredFor":"1h"}"#
                )
            )
        }
        calls += [
            call("5. The clock:", "/clock/advance", #"{"by":"25h"}"#),
            call(
                "6. What the app sent, the newest first, with the rows that it changed; "
                    + "`&details=true` adds bodies:",
                "/requests?limit=5"
            ),
            call(
                "7. A check; one that fails shows the requests that came nearest:",
                "/requests/verify",
                #"{"match":{"path":"\#(path)"},"atMost":3}"#
            ),
            call("8. A snapshot:", "/snapshots", #"{"name":"start","overwrite":true}"#),
            call("   and what has changed since:", "/snapshots/start/diff"),
        ]
        if let collection = systems.lazy.compactMap({ $0.collections.first }).first {
            calls.append(
                call(
                    "9. The records behind the systems; POST, PATCH and DELETE change them, `/data` "
                        + "lists the collections:",
                    "/data/\(collection)?limit=1"
                )
            )
        }
        calls.append(
            call(
                "10. Back to the beginning (/undo takes back the last write; `-X DELETE` of /faults "
                    + "and /stubs ends those):",
                "/reset",
                "{}"
            )
        )
        return calls
    }
}
