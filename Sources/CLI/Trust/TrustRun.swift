internal import MockPostlyCertificates
internal import MockPostlyPlatform

/// Changes stores: says what it will do, asks, does it, and says what is left for a person.
struct TrustRun {
    /// What is done to the stores.
    enum Purpose {
        case add, remove

        var verb: String { self == .add ? "trust" : "forget" }
    }

    var purpose: Purpose
    var call: Command.Call
    var search: TrustSearch
    /// The stores, as they are now.
    var stores: [TrustStore]
    /// The same stores after the change; nil when they do not tell it.
    var look: (TrustStore) -> TrustStore?

    /// Whether a store needs nothing.
    private func isDone(_ store: TrustStore) -> Bool {
        switch (purpose, store.state) {
        case (.add, .trusted), (.remove, .absent): true
        default: false
        }
    }

    private func steps(_ store: TrustStore) -> [TrustStep] {
        purpose == .add ? store.add : store.remove
    }

    /// The exit code is 1 when a store is left that a person has to change.
    func run() throws(Failure) -> ExitCode {
        let todo = stores.filter { !isDone($0) }
        let possible = todo.filter { $0.obstacle == nil }
        let impossible = todo.filter { $0.obstacle != nil }
        try call.console.write(plan(possible, impossible))
        var failures: [(TrustStore, String)] = []
        if !possible.isEmpty {
            try ask()
            for store in possible {
                if let failure = try change(store) {
                    failures.append((store, failure))
                } else {
                    let word = purpose == .add ? "trusts" : "has forgotten"
                    try call.console.write("\(store.name) \(word) the authority\n")
                }
            }
        }
        for (store, failure) in failures {
            call.console.tell(
                Failure("\(store.name): \(failure)", hint: "by hand: " + byHand(store))
            )
        }
        return failures.isEmpty && impossible.isEmpty ? .success : .failed
    }

    private func byHand(_ store: TrustStore) -> String {
        steps(store).map(\.line).joined(separator: " && ")
    }

    // MARK: Telling

    private func plan(_ possible: [TrustStore], _ impossible: [TrustStore]) -> String {
        let certificate = search.certificate
        var text = "\(certificate.commonName), \(search.file)\n"
        text += "fingerprint (SHA-256) \(certificate.fingerprint)\n"
        for store in stores where isDone(store) {
            let word = purpose == .add ? "trusts it already" : "does not know it"
            text += "\n\(store.name) \(word)\n"
        }
        for store in possible {
            text += "\n\(store.name) will \(purpose.verb) it by\n"
            text += lines(steps(store).map(\.line))
            if let note = store.note { text += "  (\(note))\n" }
        }
        for store in impossible { text += "\n" + left(store) }
        return text + "\n"
    }

    /// What a person has to do for a store that this process cannot change.
    private func left(_ store: TrustStore) -> String {
        let commands = steps(store).map { (store.isForRoot ? "sudo " : "") + $0.line }
        switch store.obstacle {
        case .tool(let tool, let install):
            return "\(store.name) is left as it is: \(tool) is missing (\(install)); with it\n"
                + lines(commands)
        case .permission(let path):
            return "\(store.name) is left as it is: this user may not write \(path); run\n"
                + lines(commands)
        case .other(let reason, let byHand):
            return "\(store.name) is left as it is: \(reason); by hand\n" + lines(byHand)
        case nil: return ""
        }
    }

    private func lines(_ lines: [String]) -> String {
        lines.map { line in
            line.split(separator: "\n").map { "  \($0)\n" }.joined()
        }
        .joined()
    }

    // MARK: Asking

    private func ask() throws(Failure) {
        guard !call.settings.trust.isAgreed else { return }
        guard call.console.isTerminal, isatty(STDIN_FILENO) == 1 else {
            throw .usage(
                "nothing was done: there is no terminal to ask at",
                hint: "give --yes to agree to what stands above"
            )
        }
        call.console.tell("Do this? [y/N] ")
        let answer = readAnswer().lowercased()
        guard ["y", "yes"].contains(answer) else {
            throw Failure("nothing was done", hint: "answer y to agree")
        }
    }

    /// A line from the terminal, without its end.
    private func readAnswer() -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while bytes.count < 100, read(STDIN_FILENO, &byte, 1) == 1, byte != 0x0A {
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    // MARK: Doing

    /// Returns why it failed, or nil.
    private func change(_ store: TrustStore) throws(Failure) -> String? {
        for step in steps(store) {
            if let failure = step.failure(with: search.tools) { return failure }
        }
        if let entry = store.entry {
            var ledger = TrustLedger(in: search.folder)
            try ledger.set(entry, purpose == .add)
        }
        guard let after = look(store) else { return nil }
        switch (purpose, after.state) {
        case (.add, .absent), (.add, .unknown), (.remove, .trusted):
            return "the commands ran, but it still "
                + (purpose == .add ? "does not trust the authority" : "trusts the authority")
        default: return nil
        }
    }
}
