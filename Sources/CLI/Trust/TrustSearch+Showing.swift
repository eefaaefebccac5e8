internal import MockPostlyCertificates
internal import MockPostlyJSON
internal import MockPostlyWorld

extension TrustSearch {
    /// A store of the system as it is now.
    func nowInSystem(_ store: TrustStore) -> TrustStore? {
        store.entry == nil ? systemStores.first { $0.name == store.name } : nil
    }

    /// The simulators to which the authority was added.
    var knownSimulators: [TrustStore] {
        ledger.entries.filter { $0.kind == .simulator }.map { entry in
            var store = simulator(entry.device, name: entry.device)
            store.note = Self.simulatorNote
            if tools.find("xcrun") == nil {
                store.obstacle = .tool("xcrun", install: "it is in Xcode")
            }
            return store
        }
    }

    /// The emulators to which the authority was added, and that are still running: it is gone from
    /// the others.
    var knownEmulators: [TrustStore] {
        let known = ledger.entries.filter { $0.kind == .emulator }
        guard !known.isEmpty, let running = try? emulatorStores() else { return [] }
        return running.filter { store in store.entry.map(known.contains) ?? false }
    }

    /// The stores of this machine, and the devices that are known.
    private var known: [TrustStore] { systemStores + knownSimulators + knownEmulators }

    /// The authority in one of the formats of `trust show`.
    func shown(as format: String) -> [UInt8] {
        switch format {
        case "pem": Array(certificate.pem.utf8)
        case "der": certificate.der
        case "mobileconfig": Array(ConfigurationProfile.text(for: certificate).utf8)
        case "json": json
        default: Array(text.utf8)
        }
    }

    private var text: String {
        let rows = [
            ["name", certificate.commonName],
            ["fingerprint", certificate.fingerprint + " (SHA-256)"],
            ["valid", "\(certificate.start.daytime) to \(certificate.end.daytime)"],
            ["file", file],
        ]
        let stores = known.map { store in ["  " + store.name, words(store)] }
        let list = stores.isEmpty ? "  no store is known here\n" : table(stores)
        return table(rows) + "\ntrusted by\n" + list
    }

    private func words(_ store: TrustStore) -> String {
        switch store.state {
        case .trusted: "yes"
        case .absent: "no"
        case .added: "was added"
        case .unknown:
            if case .tool(let tool, _) = store.obstacle {
                "unknown: \(tool) is missing"
            } else {
                "not yet: the system has not read it"
            }
        }
    }

    private var json: [UInt8] {
        document { writer in
            writer.beginObject()
            let members = [
                ("name", certificate.commonName), ("fingerprint", certificate.fingerprint),
                ("notBefore", certificate.start.rfc3339Millis),
                ("notAfter", certificate.end.rfc3339Millis), ("file", file),
            ]
            for (name, value) in members {
                writer.key(name)
                writer.string(value)
            }
            writer.key("stores")
            writer.beginArray()
            for store in known {
                writer.beginObject()
                writer.key("name")
                writer.string(store.name)
                writer.key("trusts")
                writer.string(store.state.rawValue)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }
}
