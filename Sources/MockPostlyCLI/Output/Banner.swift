internal import MockPostlyServer

/// What a person needs to point a client at the server.
struct Banner {
    /// A name with its password.
    struct Login: Sendable, Equatable {
        var name: String
        var password: String
    }

    /// What is there to be asked for.
    struct Content {
        /// Those of the standard seed that hold; a data file can have other people.
        var logins: [Login] = []
        /// The same for the DummyJSON API.
        var documentLogins: [Login] = []
        var documents: [DocumentCount] = []
    }

    /// The people of the standard seed whom the README names.
    static let knownLogins = [
        Login(name: "mira.sol@example.com", password: "mira.sol-postly"),
        Login(name: "theo.lindqvist@example.com", password: "theo.lindqvist-postly"),
    ]

    /// Those whose names clients of DummyJSON have in them, of this time and of the legacy one.
    static let knownDocumentLogins = [
        Login(name: "emilys", password: "emilyspass"),
        Login(name: "kminchelle", password: "0lelplR"),
    ]

    /// The address that clients on this machine use, without a slash at its end.
    private let base: String
    /// The same, as the Android emulator sees it.
    private let emulatorBase: String
    private let controlURL: String
    private let content: Content
    private let configuration: Configuration

    init(port: UInt16, controlURL: String, content: Content, _ configuration: Configuration) {
        let host = configuration.host
        // Addresses that stand for this machine are easier to paste as what clients call it.
        let isLocal = ["localhost", "127.0.0.1", "0.0.0.0", "::1", "::"].contains(host)
        let name = host.contains(":") ? "[\(host)]" : host
        base = "http://\(isLocal ? "localhost" : name):\(port)"
        emulatorBase = isLocal ? "http://10.0.2.2:\(port)" : base
        self.controlURL = controlURL
        self.content = content
        self.configuration = configuration
    }

    func text(on console: Console) -> String {
        var rows: [Row] = []
        if configuration.dialects.contains(.postly) { rows += postly }
        if configuration.dialects.contains(.dummyjson) { rows += dummyJSON }
        rows.append(Row(label: "Control", value: controlURL))
        let width = (rows.map(\.value.count).max() ?? 0) + 2
        var text = "\n  \(console.styled("mockpostly", .bold)) \(BuildInfo.version)"
        text += console.styled("  \(origin)", .dim) + "\n\n"
        for row in rows {
            let gap = String(repeating: " ", count: 18 - row.label.count)
            let shown = row.note.isEmpty ? row.value : row.value.padded(to: width)
            text += "  \(console.styled(row.label, .dim))\(gap)\(shown)\(row.note)\n"
        }
        text += "\n"
        for note in notes { text += console.styled("  \(note)", .dim) + "\n" }
        return text + "\n"
    }

    // MARK: Parts

    private struct Row {
        var label: String
        var value: String
        var note = ""
    }

    /// Where the content comes from.
    private var origin: String {
        if let path = configuration.dataFile { return "data in \(path)" }
        guard configuration.dialects.contains(.postly) else {
            return "records \(configuration.dummyJSON.source.words), data in memory"
        }
        return "seed \(configuration.seed.words.joined(separator: ", ")), data in memory"
    }

    private var postly: [Row] {
        let addresses = [
            Row(label: "iOS", value: "\(base)/api/", note: "with the slash"),
            Row(label: "Android emulator", value: "\(emulatorBase)/api"),
            Row(label: "Web", value: "\(base)/api"),
        ]
        return addresses + content.logins.map(row)
    }

    private var dummyJSON: [Row] {
        let address = Row(label: "DummyJSON", value: base, note: counts)
        let emulator = Row(label: "Android emulator", value: emulatorBase)
        let isAlone = !configuration.dialects.contains(.postly)
        return [address] + (isAlone ? [emulator] : []) + content.documentLogins.map(row)
    }

    private func row(_ login: Login) -> Row {
        Row(label: "Login", value: login.name, note: login.password)
    }

    /// How much there is of what people ask for most.
    private var counts: String {
        let shown = content.documents.filter { ["post", "user", "product"].contains($0.noun) }
        return shown.map { counted($0.count, $0.noun) }.joined(separator: ", ") + " and more"
    }

    private var notes: [String] {
        var notes: [String] = []
        if configuration.dialects.contains(.dummyjson), configuration.dummyJSON.usesSecureCookies {
            notes.append("Log-in cookies are for https only; --insecure-cookies changes that.")
        }
        return notes + ["Ctrl-C stops the server."]
    }
}

extension Banner.Content {
    /// What the default world of `server` has.
    init(of server: Server) {
        documents = server.documentCounts
        logins = Banner.knownLogins.filter { server.hasAccount(email: $0.name) }
        documentLogins = Banner.knownDocumentLogins.filter {
            server.hasDocumentUser($0.name, password: $0.password)
        }
    }
}
