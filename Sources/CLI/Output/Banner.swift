internal import MockPostlyDialect
internal import MockPostlyServer
internal import MockPostlyWorlds

/// The text at the start of a server, which says how to connect a client.
struct Banner {
    /// The host and port for clients on this machine.
    private let place: String
    /// The host and port for the Android emulator.
    private let emulatorPlace: String
    private let controlURL: String
    /// The information of each served dialect.
    private let introductions: [Introduction]
    private let configuration: Configuration

    init(
        port: UInt16,
        controlURL: String,
        _ introductions: [Introduction],
        _ configuration: Configuration
    ) {
        let host = configuration.host
        // For wildcard and loopback addresses, the banner shows a name that clients can use.
        let isLocal = ["localhost", "127.0.0.1", "0.0.0.0", "::1", "::"].contains(host)
        let name = host.contains(":") ? "[\(host)]" : host
        place = "\(isLocal ? "localhost" : name):\(port)"
        emulatorPlace = isLocal ? "10.0.2.2:\(port)" : place
        self.controlURL = controlURL
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

    private var notes: [String] {
        introductions.flatMap(\.notes) + ["Ctrl-C stops the server."]
    }
}
