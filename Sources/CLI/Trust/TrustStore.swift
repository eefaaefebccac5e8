internal import MockPostlyCertificates
internal import MockPostlyFiles
internal import MockPostlyPlatform

/// One thing to do to a store.
enum TrustStep: Equatable {
    /// Runs a program, the name first.
    case run([String])
    /// Writes the certificate to a file that everybody may read.
    case copy(from: String, to: String)
    case delete(String)

    /// The step as a command line.
    var line: String {
        switch self {
        case .run(let words): words.map(shellWord).joined(separator: " ")
        case .copy(let source, let target):
            "install -m 644 \(shellWord(source)) \(shellWord(target))"
        case .delete(let path): "rm -f \(shellWord(path))"
        }
    }

    /// Does it; returns why that failed, or nil.
    func failure(with tools: SystemTools) -> String? {
        do throws(FileFailure) {
            switch self {
            case .run(let words):
                let answer = tools.run(words)
                guard !answer.isFine else { return nil }
                let name = words.first ?? ""
                return "\(name) ended with \(answer.code): \(answer.lastLine)"
            case .copy(let source, let target):
                let bytes = try FileSystem.contents(of: source)
                try FileSystem.write(bytes, to: target, permissions: 0o644)
                // The umask may keep others from reading it, for whom it is meant.
                guard chmod(target, 0o644) == 0 else {
                    return "\(target): \(sentencePart(systemWords(errno)))"
                }
            case .delete(let path): try FileSystem.remove(path)
            }
            return nil
        } catch {
            return "\(error.path): \(sentencePart(error.words))"
        }
    }
}

/// Whether a store trusts the authority.
enum TrustState: String {
    case trusted = "yes"
    case absent = "no"
    /// The store does not tell; `trust` has put the certificate there.
    case added = "added"
    case unknown
}

/// A place that says which authorities a program trusts.
struct TrustStore {
    /// Why this process cannot change a store.
    enum Obstacle {
        /// A program is missing; how to get it.
        case tool(String, install: String)
        /// The path that this user may not write.
        case permission(String)
        /// A reason, and what to do by hand, in whole lines.
        case other(String, byHand: [String])
    }

    /// Such as `the system (Debian)`.
    var name: String
    var state: TrustState
    /// What makes it trust the authority.
    var add: [TrustStep]
    /// What undoes that.
    var remove: [TrustStep]
    var obstacle: Obstacle?
    /// Whether only root may change it.
    var isForRoot = false
    /// What a person should know before.
    var note: String?
    /// The entry for the ledger, of a store that does not tell what is in it.
    var entry: TrustLedger.Entry?
}

/// What stores are looked for with.
struct TrustSearch {
    var certificate: Certificate
    var folder: AuthorityFolder
    /// The path of the certificate.
    var file: String { folder.certificatePath }
    var home: String
    /// A folder in place of `/`, or nothing.
    var root: String
    var tools: SystemTools
    var ledger: TrustLedger

    /// Eight digits of the fingerprint, for names of files and of entries.
    var mark: String {
        String(certificate.fingerprint.filter { $0 != ":" }.prefix(8)).lowercased()
    }

    /// The name of the certificate in a store that needs one of its own.
    var nickname: String { "\(certificate.commonName) \(mark)" }

    /// Whether this user may make files in a folder.
    func mayWrite(_ folder: String) -> Bool { access(folder, W_OK) == 0 }

    /// Whether the certificate stands, in PEM, in the file at `path`.
    func isInBundle(_ path: String) -> Bool {
        guard let bundle = try? FileSystem.contents(of: path) else { return false }
        let wanted = Array(certificate.pem.utf8)
        guard let first = wanted.first, bundle.count >= wanted.count else { return false }
        return bundle.indices.dropLast(wanted.count - 1).contains { start in
            // Only at the beginning of a line, of which there are few.
            bundle[start] == first && (start == 0 || bundle[start - 1] == 0x0A)
                && bundle[start...].starts(with: wanted)
        }
    }
}
