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
        /// A token of the feed that holds, and whose it is.
        var feedToken: Login?
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

    /// The API tokens of the standard seed.
    static let knownFeedTokens = [
        Login(
            name: "mira.sol@example.com",
            password: "mira-sol-token-for-trying-the-feed-out-0000"
        ),
        Login(
            name: "theo.lindqvist@example.com",
            password: "theo-lindqvist-token-for-trying-the-feed-00"
        ),
    ]

    /// Host and port, as clients on this machine call the server.
    private let place: String
    /// The same, as the Android emulator sees it.
    private let emulatorPlace: String
    private let controlURL: String
    private let content: Content
    private let configuration: Configuration

    init(port: UInt16, controlURL: String, content: Content, _ configuration: Configuration) {
        let host = configuration.host
        // Addresses that stand for this machine are easier to paste as what clients call it.
        let isLocal = ["localhost", "127.0.0.1", "0.0.0.0", "::1", "::"].contains(host)
        let name = host.contains(":") ? "[\(host)]" : host
        place = "\(isLocal ? "localhost" : name):\(port)"
        emulatorPlace = isLocal ? "10.0.2.2:\(port)" : place
        self.controlURL = controlURL
        self.content = content
        self.configuration = configuration
    }

    func text(on console: Console) -> String {
        var rows: [Row] = []
        if serves(.postly) { rows += postly }
        if serves(.dummyjson) { rows += dummyJSON }
        if serves(.community) { rows += feed }
        if serves(.pexels) { rows += imageSearch }
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

    private func serves(_ dialect: Dialect) -> Bool {
        configuration.dialects.contains(dialect)
    }

    /// Where the content comes from.
    private var origin: String {
        if let path = configuration.dataFile { return "data in \(path)" }
        if serves(.postly) || serves(.community) {
            return "seed \(configuration.seed.words.joined(separator: ", ")), data in memory"
        }
        guard serves(.dummyjson) else { return "data in memory" }
        return "records \(configuration.dummyJSON.source.words), data in memory"
    }

    private var postly: [Row] {
        let addresses = [
            Row(label: "iOS", value: "http://\(place)/api/", note: "with the slash"),
            Row(label: "Android emulator", value: "http://\(emulatorPlace)/api"),
            Row(label: "Web", value: "http://\(place)/api"),
        ]
        return addresses + content.logins.map(row)
    }

    private var dummyJSON: [Row] {
        rows("DummyJSON", "http", "", note: counts) + content.documentLogins.map(row)
    }

    private var feed: [Row] {
        let token = content.feedToken.map {
            Row(label: "Token", value: $0.password, note: $0.name)
        }
        return rows("Feed", "ws", "/community/websocket", note: "topic community:feed")
            + (token.map { [$0] } ?? [])
    }

    private var imageSearch: [Row] {
        let key = configuration.pexels.keys.isEmpty ? "any key" : "with a key"
        return rows("Image search", "http", "/v1/", note: key)
    }

    /// An address, and the emulator's where nothing shows how that is spelled.
    private func rows(
        _ label: String,
        _ scheme: String,
        _ path: String,
        note: String
    ) -> [Row] {
        let address = Row(label: label, value: "\(scheme)://\(place)\(path)", note: note)
        let emulator = Row(
            label: "Android emulator",
            value: "\(scheme)://\(emulatorPlace)\(path)"
        )
        return serves(.postly) ? [address] : [address, emulator]
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
        if serves(.dummyjson), configuration.dummyJSON.usesSecureCookies {
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
        feedToken = Banner.knownFeedTokens.first { server.hasAPIToken($0.password) }
        documentLogins = Banner.knownDocumentLogins.filter {
            server.hasDocumentUser($0.name, password: $0.password)
        }
    }
}
