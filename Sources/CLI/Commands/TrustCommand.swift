internal import MockPostlyOptions

extension Commands {
    static let trust = Command(
        name: "trust",
        summary: "have this machine, simulators and emulators trust the https of a server",
        description: """
            A server with --tls shows certificates that are signed by an authority of this \
            machine. It is made at the first use and kept in a folder of the user; its key never \
            leaves the machine. These commands have programs trust it, and undo that. They say \
            what they will do and ask before.
            """,
        examples: trustSystem.examples + trustShow.examples + trustRemove.examples,
        subcommands: [trustSystem, trustSimulator, trustEmulator, trustShow, trustRemove]
    )

    private static let options = ServerOptions.Group(
        title: "Options",
        options: [TrustOptions.yes, TrustOptions.folder, TrustOptions.root]
    )

    private static let trustSystem = Command(
        name: "trust system",
        summary: "have this machine and its browsers trust it",
        description: """
            Adds the authority to the store of the system (Debian, Fedora, Arch, macOS) and to the \
            databases of Firefox and Chromium that exist. Where this user may not do that, or a \
            program is missing, it prints what to run by hand, and the exit code is 1.
            """,
        groups: [options],
        examples: [
            .init(line: "mockpostly trust system", purpose: "on this machine; asks first"),
            .init(line: "mockpostly trust system --yes", purpose: "in a script"),
        ],
        body: { call throws(Failure) in
            let search = try call.trustSearch(makes: true)
            let stores = search.systemStores
            guard !stores.isEmpty else {
                throw Failure(
                    "no store of this system is known, and no browser has a database yet",
                    hint: "the certificate is \(search.file): add it by hand"
                )
            }
            return try TrustRun(
                purpose: .add,
                call: call,
                search: search,
                stores: stores,
                look: search.nowInSystem
            ).run()
        }
    )

    private static let trustSimulator = Command(
        name: "trust simulator",
        summary: "have the running simulators of iOS trust it",
        description: "Adds the authority to the keychain of each simulator that is running.",
        groups: [options],
        examples: [.init(line: "mockpostly trust simulator", purpose: "those that are running")],
        body: { call throws(Failure) in
            let search = try call.trustSearch(makes: true)
            let stores = try search.simulatorStores()
            guard !stores.isEmpty else {
                throw Failure("no simulator is running", hint: "start one, then run this again")
            }
            return try TrustRun(
                purpose: .add,
                call: call,
                search: search,
                stores: stores,
                look: { _ in nil }
            ).run()
        }
    )

    private static let trustEmulator = Command(
        name: "trust emulator",
        summary: "have the running emulators of Android trust it",
        description: """
            Adds the authority to those of the system in each emulator that is running, until it \
            restarts. That needs an image that allows root: one without the Play Store.
            """,
        groups: [options],
        examples: [.init(line: "mockpostly trust emulator", purpose: "those that are running")],
        body: { call throws(Failure) in
            let search = try call.trustSearch(makes: true)
            let stores = try search.emulatorStores()
            guard !stores.isEmpty else {
                throw Failure("no emulator is running", hint: "start one, then run this again")
            }
            return try TrustRun(
                purpose: .add,
                call: call,
                search: search,
                stores: stores,
                look: { store in
                    (try? search.emulatorStores())?.first { $0.name == store.name }
                }
            ).run()
        }
    )

    private static let removable = ["system", "simulator", "emulator"]

    private static let trustRemove = Command(
        name: "trust remove",
        summary: "undo what the other commands did",
        description: """
            Takes the authority out of every store that trusts it, or only out of those of one \
            word. Simulators cannot remove one certificate: their keychain is reset. The \
            authority itself stays in its folder.
            """,
        operands: .init(
            placeholder: "[system|simulator|emulator]",
            count: 0...1,
            completion: .words(removable)
        ),
        groups: [options],
        examples: [
            .init(line: "mockpostly trust remove", purpose: "everywhere"),
            .init(line: "mockpostly trust remove simulator", purpose: "only in simulators"),
        ],
        body: { call throws(Failure) in
            let word = call.operands.first
            if let word, !removable.contains(word) {
                throw .usage(
                    "`mockpostly trust remove` does not take \(quoted(word))",
                    hint: "expected one of \(removable.joined(separator: ", "))"
                )
            }
            let search = try call.trustSearch(makes: false)
            var stores: [TrustStore] = []
            if word == nil || word == "system" { stores += search.systemStores }
            if word == nil || word == "simulator" { stores += search.knownSimulators }
            if word == nil || word == "emulator" { stores += search.knownEmulators }
            return try TrustRun(
                purpose: .remove,
                call: call,
                search: search,
                stores: stores,
                look: search.nowInSystem
            ).run()
        }
    )

    private static let trustShow = Command(
        name: "trust show",
        summary: "show the authority, and what trusts it",
        description: """
            Prints the authority's name, fingerprint, time and file, and for each store whether it \
            trusts it now. With -o it prints the certificate itself.
            """,
        groups: [
            .init(
                title: "Options",
                options: [TrustOptions.output, TrustOptions.folder, TrustOptions.root]
            )
        ],
        examples: [
            .init(line: "mockpostly trust show", purpose: "for people"),
            .init(
                line: "mockpostly trust show -o pem > ca.pem",
                purpose: "for curl --cacert ca.pem"
            ),
        ],
        body: { call throws(Failure) in
            let search = try call.trustSearch(makes: false)
            try call.console.write(search.shown(as: call.settings.trust.format))
            return .success
        }
    )
}
