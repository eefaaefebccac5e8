internal import MockPostlyDialect
internal import MockPostlyServer

/// The mark in the environment of all processes of one run of `exec`.
enum ExecMark {
    /// Holds the marks of all runs that contain a process (`exec` can be nested), separated by
    /// commas.
    static let variable = "MOCKPOSTLY_EXEC"

    /// Whether an environment has `mark`.
    static func isIn(_ environment: [some Collection<UInt8>], _ mark: String) -> Bool {
        environment.contains { entry in
            guard entry.starts(with: "\(variable)=".utf8) else { return false }
            return entry.dropFirst(variable.utf8.count + 1)
                .split(separator: UInt8(ascii: ","))
                .contains { $0.elementsEqual(mark.utf8) }
        }
    }
}

/// The variables by which a command that `exec` runs finds its server.
struct ExecEnvironment {
    /// The URL of the server, without a trailing slash.
    var url: String
    /// The name of the world that the command uses.
    var world: String
    var dialects: [String]
    var registry = DialectRegistry.standard
    var adminToken: String?
    /// The URL of the server's proxy; nil without one.
    var proxyURL: String?
    /// The variables by which the command trusts the server's https.
    var trust: [(name: String, value: String)] = []
    /// The folder of this program, which stands at the end of the command's PATH; nil to leave that as it is.
    var programFolder: String?
    var mark: String

    /// Names and values: those of `mockpostly world create -o env`, and a few more.
    func variables(in inherited: [Spawn.Text]) -> [(name: String, value: String)] {
        let prefix = world.utf8.elementsEqual("default".utf8) ? "" : "/w/\(world)"
        let place = String(url.dropFirst("http://".count)) + prefix
        let served = registry.all.filter { dialects.contains($0.name) }
        // `BASE_URL` is the URL of the first served dialect.
        let addresses = served.flatMap { $0.addresses }.filter { $0.scheme == "http" }
        let socket = served.flatMap { $0.addresses }.first { $0.scheme == "ws" }
        var variables = [
            (name: "BASE_URL", value: addresses.first?.url(at: place) ?? url + prefix),
            (name: "MOCKPOSTLY_URL", value: url),
        ]
        if let socket { variables.append((Self.socketVariable, socket.url(at: place))) }
        variables.append(("MOCKPOSTLY_WORLD", world))
        for address in addresses {
            let name = "MOCKPOSTLY_\(address.name.uppercased())_URL"
            variables.append((name, address.url(at: place)))
        }
        if let adminToken { variables.append(("MOCKPOSTLY_ADMIN_TOKEN", adminToken)) }
        variables += proxyVariables(in: inherited)
        variables += trust
        if let java = javaOptions(in: inherited) {
            variables.removeAll { $0.name == java.name }
            variables.append(java)
        }
        if let path = searchPath(in: inherited) { variables.append(("PATH", path)) }
        let outer = Self.value(of: ExecMark.variable, in: inherited)
        let marks = outer.map { $0 + "," + mark } ?? mark
        return variables + [(ExecMark.variable, marks)]
    }

    /// `PATH` with the folder of this program, so that the command can call `mockpostly`.
    private func searchPath(in inherited: [Spawn.Text]) -> String? {
        guard let programFolder, let present = Self.value(of: "PATH", in: inherited) else {
            return nil
        }
        let folders = present.split(separator: ":", omittingEmptySubsequences: false)
        guard !folders.contains(where: { $0.utf8.elementsEqual(programFolder.utf8) }) else {
            return nil
        }
        // Last: what the command would find without us, it finds as well.
        return present.isEmpty ? programFolder : "\(present):\(programFolder)"
    }

    /// The variables by which programs find a proxy; the world is its user name.
    private func proxyVariables(in inherited: [Spawn.Text]) -> [(name: String, value: String)] {
        guard let proxyURL else { return [] }
        let user = world.utf8.elementsEqual("default".utf8) ? "" : "\(world):x@"
        let url = "http://\(user)\(proxyURL.dropFirst("http://".count))"
        let proxies = ["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map { ($0, url) }
        // This machine is reached without a detour.
        let direct = ["NO_PROXY", "no_proxy"].map { name in
            let others =
                Self.value(of: name, in: inherited).map { $0.isEmpty ? "" : $0 + "," } ?? ""
            return (name, others + "localhost,127.0.0.1,::1")
        }
        // Node knows the variables since version 24, when it is told to.
        let node = Self.value(of: "NODE_USE_ENV_PROXY", in: inherited) ?? "1"
        return proxies + direct + [("NODE_USE_ENV_PROXY", node)]
    }

    /// What the JVM takes in place of the proxy's variables, besides what it has already.
    private func javaOptions(in inherited: [Spawn.Text]) -> (name: String, value: String)? {
        guard let proxyURL, let (host, port) = Self.hostAndPort(proxyURL) else { return nil }
        let name = ExecTrust.javaVariable
        let present =
            trust.first { $0.name == name }?.value ?? Self.value(of: name, in: inherited) ?? ""
        guard
            !present.split(separator: " ").contains(where: { word in
                ["-Dhttp.proxyHost=", "-Dhttps.proxyHost="].contains { word.hasPrefix($0) }
            })
        else { return nil }
        let options = ["http", "https"].flatMap { scheme in
            ["-D\(scheme).proxyHost=\(host)", "-D\(scheme).proxyPort=\(port)"]
        }
        return (name, ([present].filter { !$0.isEmpty } + options).joined(separator: " "))
    }

    /// The host, without brackets, and the port of a URL without a path.
    private static func hostAndPort(_ url: String) -> (Substring, Substring)? {
        guard let colon = url.lastIndex(of: ":"), let start = url.firstIndex(of: "/") else {
            return nil
        }
        let host = url[start..<colon].drop { $0 == "/" || $0 == "[" }
        return (host.last == "]" ? host.dropLast() : host, url[url.index(after: colon)...])
    }

    /// `inherited` with these variables in it, each once, and once more for each of ``carriers``.
    func entries(over inherited: [Spawn.Text]) -> [Spawn.Text] {
        let own = variables(in: inherited)
        let carried = Self.carriers.flatMap { carrier in
            own.filter { $0.name != ExecMark.variable && $0.name != "PATH" }.map {
                (carrier + $0.name, $0.value)
            }
        }
        let variables = own + carried
        let optional = [""] + Self.carriers
        // The command line refuses a token together with a token file, so an inherited file is
        // removed.
        let gone =
            variables.map(\.name) + optional.map { $0 + Self.socketVariable }
            + (adminToken == nil ? [] : optional.map { $0 + Self.tokenFile })
        let others = inherited.filter { entry in
            !gone.contains { entry.starts(with: "\($0)=".utf8) }
        }
        return others + variables.map { Array("\($0.name)=\($0.value)".utf8) }
    }

    /// What Apple's tools take from the names of variables that they pass on: `xcodebuild test` to
    /// the process of the tests, `simctl launch` to the app.
    private static let carriers = ["TEST_RUNNER_", "SIMCTL_CHILD_"]

    /// Set only where a system with a socket is served.
    private static let socketVariable = "MOCKPOSTLY_WS_URL"
    private static let tokenFile = "MOCKPOSTLY_ADMIN_TOKEN_FILE"

    private static func value(of name: String, in environment: [Spawn.Text]) -> String? {
        let start = "\(name)="
        return environment.first { $0.starts(with: start.utf8) }.map {
            String(decoding: $0.dropFirst(start.utf8.count), as: UTF8.self)
        }
    }
}
