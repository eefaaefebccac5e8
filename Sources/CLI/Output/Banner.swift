internal import MockPostlyCertificates
internal import MockPostlyDialect
internal import MockPostlyFaults
internal import MockPostlyServer
internal import MockPostlyWorlds

/// The text at the start of a server, which says how to connect a client.
///
/// A terminal of 80 columns and 24 lines shows all that matters but the code for phones, which is its
/// end.
struct Banner {
    typealias System = (name: String, title: String, introduction: Introduction)

    /// The host and port for clients on this machine.
    private let place: String
    /// The host and port for the Android emulator.
    private let emulatorPlace: String
    private let url: String
    /// The name of each served system, and what is said of it.
    private let systems: [System]
    private let configuration: Configuration
    private let invitation: Invitation?
    /// The host and port of the proxy; nil without one.
    private let proxyPlace: String?

    init(
        port: UInt16,
        url: String,
        proxyPort: UInt16? = nil,
        _ systems: [System],
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
        self.systems = systems
        self.configuration = configuration
    }

    func text(on console: Console) -> String {
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
        if configuration.hasControl { text += shown([controlRows], width, console) + "\n" }
        let phone = invitation.map { invitation in
            "\n" + shown([invitation.rows], width, console)
                + (invitation.advice.map { hanging($0, indent: 2, width: width) } ?? "")
        }
        let middle = middle(between: text, phone ?? "", width, console)
        let code = invitation?.code(on: console, width: width)
        return text + middle + (phone ?? "") + (code ?? "\n")
    }

    /// The systems and as many of the notes as fit: first those notes go that the dashboard has too,
    /// then rows of systems, which it has all.
    private func middle(
        between start: String,
        _ end: String,
        _ width: Int,
        _ console: Console
    ) -> String {
        let fewNotes = linkNotes + serverNotes
        let allNotes =
            systems.flatMap(\.introduction.warnings) + systems.flatMap(\.introduction.notes)
            + fewNotes
        let choices = configuration.hasControl ? [allNotes, fewNotes, serverNotes] : [allNotes]
        let details = configuration.hasControl ? Detail.allCases : [.all]
        var middle = ""
        for detail in details {
            let rows = shown(groups(detail) + [otherRows], width, console) + "\n"
            for notes in choices {
                middle = (detail.notes + notes).reduce(into: rows) { text, note in
                    text += console.styled(hanging(note, indent: 2, width: width), .dim)
                }
                // The empty line above may scroll away; a line that says that the server is ready,
                // and the cursor below it, come after these.
                let lines = (start + middle + end + "\n").count { $0 == "\n" } + 1
                if lines <= console.errorLines ?? .max { return middle }
            }
        }
        return middle
    }

    /// How much is said of the systems.
    private enum Detail: CaseIterable {
        case all
        /// Of several log-ins the first.
        case oneLogIn
        /// Of several addresses the first as well.
        case oneAddress
        /// The first address, and nothing else.
        case address
        /// The names of all on one row.
        case name

        var notes: [String] {
            switch self {
            case .all, .oneLogIn: []
            case .oneAddress, .address, .name: ["The dashboard has all addresses and log-ins."]
            }
        }
    }

    /// The width without a terminal that tells its own.
    private static let usualWidth = 80
    private static let labelWidth = 13

    /// The rows of each group side by side: label, value, note.
    ///
    /// Notes go below the values where they do not fit beside them, and values below the labels.
    private func shown(_ groups: [[Row]], _ width: Int, _ console: Console) -> String {
        let start = 2 + Self.labelWidth
        let hasRoom = groups.joined().allSatisfy { start + $0.value.count <= width }
        guard hasRoom else {
            return groups.joined().map { row in
                let label = row.label.isEmpty ? "" : "  \(console.styled(row.label, .dim))\n"
                return label + hanging(row.value, indent: 4, width: width)
                    + (row.note.isEmpty ? "" : hanging(row.note, indent: 4, width: width))
            }
            .joined()
        }
        return groups.map { rows in
            let values = (rows.map(\.value.count).max() ?? 0) + 2
            return rows.map { row in
                let spaces = String(repeating: " ", count: Self.labelWidth - row.label.count)
                let beginning = "  \(console.styled(row.label, .dim))\(spaces)"
                if row.note.isEmpty { return beginning + row.value + "\n" }
                if start + values + row.note.count <= width {
                    return beginning + row.value.padded(to: values) + row.note + "\n"
                }
                if start + row.value.count + 2 + row.note.count <= width {
                    return beginning + "\(row.value)  \(row.note)\n"
                }
                return beginning + row.value + "\n" + hanging(row.note, indent: start, width: width)
            }
            .joined()
        }
        .joined()
    }

    // MARK: Parts

    struct Row {
        /// At most 12 characters, so that a space follows.
        var label: String
        var value: String
        var note = ""
    }

    /// The rows of each system, the first of which has its name.
    private func groups(_ detail: Detail) -> [[Row]] {
        guard detail != .name else {
            let titles = systems.map(\.title).joined(separator: ", ")
            return [[Row(label: "Systems", value: titles)]]
        }
        // One emulator address is enough as an example for the others.
        let showsEmulator = systems.contains { system in
            system.introduction.lines.contains { line in
                if case .emulatorAddress = line.content { true } else { false }
            }
        }
        return systems.map { system in
            var lines = system.introduction.lines
            if !showsEmulator {
                lines.insert(
                    contentsOf: system.introduction.linesWhenAlone,
                    at: min(1, lines.count)
                )
            }
            let hasOneAddress = lines.count { $0.isAddress } == 1
            return shortened(lines, detail).enumerated().map { index, line in
                var row = row(line, isOnlyAddress: hasOneAddress && line.isAddress)
                row.label = index == 0 ? system.title : ""
                return row
            }
        }
    }

    private func shortened(
        _ lines: [Introduction.Line],
        _ detail: Detail
    ) -> [Introduction.Line] {
        var (hasAddress, hasLogIn) = (false, false)
        return lines.enumerated().filter { index, line in
            defer {
                hasAddress = hasAddress || line.isAddress
                hasLogIn = hasLogIn || line.isLogIn
            }
            switch detail {
            case .all: return true
            case .oneLogIn: return !line.isLogIn || !hasLogIn
            case .oneAddress: return !(line.isLogIn && hasLogIn || line.isAddress && hasAddress)
            case .address, .name: return index == 0
            }
        }
        .map(\.element)
    }

    private var otherRows: [Row] {
        var rows: [Row] = []
        if configuration.tls != nil {
            let note = "all the same, with https and wss"
            rows.append(Row(label: "TLS", value: "https://\(place)", note: note))
        }
        rows += standInRows
        if !configuration.faults.isEmpty {
            let names = configuration.faults.map(\.name).joined(separator: ", ")
            let note = "mockpostly fault clear ends them"
            rows.append(Row(label: "Faults", value: names, note: note))
        }
        return rows
    }

    /// What is said of the control plane.
    private var controlRows: [Row] {
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
        let sources = systems.map(\.introduction.source)
        if sources.contains(.seed) {
            return "seed \(configuration.seed.words.joined(separator: ", ")), data in memory"
        }
        for case .records(let name) in sources { return "records \(name), data in memory" }
        return "data in memory"
    }

    /// A line of a system: what it is stands behind the value, and needs no words where it is the
    /// only address.
    private func row(_ line: Introduction.Line, isOnlyAddress: Bool) -> Row {
        let value =
            switch line.content {
            case .address(let scheme, let path): "\(scheme)://\(place)\(path)"
            case .emulatorAddress(let scheme, let path): "\(scheme)://\(emulatorPlace)\(path)"
            case .text(let text): text
            }
        if line.isLogIn { return Row(label: "", value: value, note: "password \(line.note)") }
        let parts = isOnlyAddress ? [line.note] : [line.label, line.note]
        return Row(
            label: "",
            value: value,
            note: parts.filter { !$0.isEmpty }.joined(separator: ", ")
        )
    }

    private var trustNotes: [String] {
        guard case .own = configuration.tls else { return [] }
        return ["Clients must trust https: `mockpostly trust system` for this computer."]
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

    private var serverNotes: [String] {
        trustNotes
            + (invitation == nil ? [] : ["The iOS simulator reaches this computer as localhost."])
            + ["Ctrl-C stops the server."]
    }
}
