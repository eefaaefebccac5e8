internal import MockPostlyCertificates
internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyServer
internal import MockPostlyWorlds

/// The text at the start of a server, which says how to connect a client.
struct Banner {
    /// The host and port for clients on this machine.
    private let place: String
    /// The host and port for the Android emulator.
    private let emulatorPlace: String
    private let url: String
    /// The information of each served dialect.
    private let introductions: [Introduction]
    private let configuration: Configuration
    private let invitation: Invitation?
    /// The host and port of the proxy; nil without one.
    private let proxyPlace: String?

    init(
        port: UInt16,
        url: String,
        proxyPort: UInt16? = nil,
        _ introductions: [Introduction],
        _ configuration: Configuration,
        _ invitation: Invitation? = nil
    ) {
        let host = configuration.host
        // For wildcard and loopback addresses, the banner shows a name that clients can use.
        let isLocal = [
            "localhost", "127.0.0.1", "0.0.0.0", "::1", "::", Configuration.everywhere,
        ].contains(host)
        let name = host.contains(":") ? "[\(host)]" : host
        let shown = invitation?.host ?? (isLocal ? "localhost" : name)
        place = "\(shown):\(port)"
        proxyPlace = proxyPort.map { "\(shown):\($0)" }
        // The emulator's 10.0.2.2 is 127.0.0.1 of this machine.
        emulatorPlace = isLocal && !host.contains(":") ? "10.0.2.2:\(port)" : place
        self.url = url
        self.invitation = invitation
        self.introductions = introductions
        self.configuration = configuration
    }

    func text(on console: Console) -> String {
        var rows: [Row] = []
        // One emulator address is enough as an example for the others.
        let showsEmulator = introductions.contains { introduction in
            introduction.lines.contains { line in
                if case .emulatorAddress = line.content { true } else { false }
            }
        }
        for introduction in introductions {
            rows += introduction.lines.prefix(1).map(row)
            if !showsEmulator { rows += introduction.linesWhenAlone.map(row) }
            rows += introduction.lines.dropFirst().map(row)
        }
        if configuration.tls != nil {
            rows.append(
                Row(
                    label: "TLS",
                    value: "https://\(place)",
                    note: "all the same, with https and wss"
                )
            )
        }
        rows += standInRows
        if invitation == nil { rows += controlRows }
        if !configuration.faults.isEmpty {
            let names = configuration.faults.map(\.name).joined(separator: ", ")
            rows.append(
                Row(label: "Faults", value: names, note: "mockpostly fault clear ends them")
            )
        }
        let width = console.errorColumns ?? Self.usualWidth
        let title = "mockpostly \(BuildInfo.version)"
        var text = "\n  \(console.styled("mockpostly", .bold)) \(BuildInfo.version)"
        let fits = 2 + title.count + 2 + origin.count <= width
        text += fits ? "  " : "\n"
        text += console.styled(
            fits ? origin + "\n" : hanging(origin, indent: 2, width: width),
            .dim
        )
        text += "\n"
        if let invitation {
            text += shown(invitation.rows, width, console)
            text += invitation.code(on: console, width: width)
            text += invitation.advice.map { hanging($0, indent: 2, width: width) + "\n" } ?? ""
            text += shown(controlRows, width, console) + "\n"
        }
        text += shown(rows, width, console) + "\n"
        for note in notes {
            text += console.styled(hanging(note, indent: 2, width: width), .dim)
        }
        return text + "\n"
    }

    /// The width without a terminal that tells its own.
    private static let usualWidth = 80
    private static let labelWidth = 18

    /// The rows side by side: label, value, note.
    ///
    /// Notes go below the values where they do not fit beside them, and values below the labels.
    private func shown(_ rows: [Row], _ width: Int, _ console: Console) -> String {
        let values = (rows.map(\.value.count).max() ?? 0) + 2
        let start = 2 + Self.labelWidth
        let hasRoom = rows.allSatisfy { start + $0.value.count <= width }
        var text = ""
        for row in rows {
            let label = console.styled(row.label, .dim)
            guard hasRoom else {
                text += "  \(label)\n" + hanging(row.value, indent: 4, width: width)
                if !row.note.isEmpty { text += hanging(row.note, indent: 4, width: width) }
                continue
            }
            text += "  \(label)" + String(repeating: " ", count: Self.labelWidth - row.label.count)
            if row.note.isEmpty {
                text += row.value + "\n"
            } else if start + values + row.note.count <= width {
                text += row.value.padded(to: values) + row.note + "\n"
            } else if start + row.value.count + 2 + row.note.count <= width {
                text += "\(row.value)  \(row.note)\n"
            } else {
                text += row.value + "\n" + hanging(row.note, indent: start, width: width)
            }
        }
        return text
    }

    // MARK: Parts

    struct Row {
        var label: String
        var value: String
        var note = ""
    }

    /// What is said of the control plane.
    private var controlRows: [Row] {
        guard configuration.hasControl else { return [] }
        var dashboard = Row(label: "Dashboard", value: url + "/__mockpostly/", note: "for people")
        var rows = [Row(label: "Control", value: url + "/__mockpostly/v1", note: "for tests")]
        if let token = configuration.adminToken, configuration.isAdminTokenMade {
            dashboard.value += "#?token=" + token
            dashboard.note = ""
            let note = "made for this run; your commands find it"
            rows.append(Row(label: "Admin token", value: token, note: note))
        } else if invitation != nil {
            dashboard.note = "asks for your token"
        }
        return [dashboard] + rows
    }

    /// What is said of the servers that this one stands in for.
    private var standInRows: [Row] {
        var rows = configuration.mockedNames.enumerated().map { index, name in
            Row(
                label: index == 0 ? "As" : "and",
                value: "https://\(name)",
                note: proxyPlace == nil && index == 0
                    ? "nothing leads here without --proxy-port" : ""
            )
        }
        guard let proxyPlace, let proxy = configuration.proxy else { return rows }
        let note = proxy.isOffline ? "refuses all other names" : "passes all else through"
        rows.append(Row(label: "HTTP proxy", value: proxyPlace, note: note))
        if !configuration.isLoopbackOnly, let token = configuration.adminToken {
            let password = ProxySettings.password(for: token)
            rows.append(
                Row(
                    label: "its password",
                    value: password,
                    note: "user name: default, or that of a world"
                )
            )
        }
        return rows
    }

    /// Where the content comes from.
    private var origin: String {
        if let path = configuration.dataFile { return "data in \(path)" }
        let sources = introductions.map(\.source)
        if sources.contains(.seed) {
            return "seed \(configuration.seed.words.joined(separator: ", ")), data in memory"
        }
        for case .records(let name) in sources { return "records \(name), data in memory" }
        return "data in memory"
    }

    private func row(_ line: Introduction.Line) -> Row {
        let value =
            switch line.content {
            case .address(let scheme, let path): "\(scheme)://\(place)\(path)"
            case .emulatorAddress(let scheme, let path): "\(scheme)://\(emulatorPlace)\(path)"
            case .text(let text): text
            }
        return Row(label: line.label, value: value, note: line.note)
    }

    private var trustNotes: [String] {
        guard case .own = configuration.tls else { return [] }
        return ["Clients must trust https first: `mockpostly trust system` for this computer."]
    }

    /// Where pictures are, where that is not as usual or needs the internet.
    private var linkNotes: [String] {
        let targets = configuration.registry.served(configuration.dialects).compactMap {
            $0.links(in: configuration.settings)
        }
        if targets.contains(.upstream) {
            return ["Pictures are on the originals' hosts; --links local needs no internet."]
        }
        guard invitation != nil, !targets.isEmpty else { return [] }
        return [
            "Pictures are drawn by this server; --links upstream leads to the originals' hosts."
        ]
    }

    private var notes: [String] {
        introductions.flatMap(\.notes)
            + linkNotes
            + trustNotes
            + (invitation == nil ? [] : ["The iOS simulator reaches this computer as localhost."])
            + ["Ctrl-C stops the server."]
    }
}
