internal import MockPostlyCertificates
internal import MockPostlyFiles
internal import MockPostlyPlatform
internal import MockPostlyServer
internal import MockPostlyTLS
internal import MockPostlyWorld

/// What a command that `exec` runs needs to trust the https of its server: files for this command
/// alone, so that there is nothing to trust before and nothing to undo later.
struct ExecTrust {
    /// The folder of the files, which only this user can read.
    let folder: String
    /// The names and values of variables by which programs find the files.
    let variables: [(name: String, value: String)]
    private let files: [String]

    /// Variables that name all authorities to trust, in place of the system's.
    private static let whole = [
        "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO",
    ]
    /// The variable that names authorities to trust besides those of the program.
    private static let further = "NODE_EXTRA_CA_CERTS"
    static let javaVariable = "JAVA_TOOL_OPTIONS"
    /// The usual password of Java's trust stores, which is no secret.
    private static let javaPassword = "changeit"

    /// Makes the files in a new folder below `parent`; nil when the server speaks no TLS, or with a
    /// certificate of the user's own.
    ///
    /// What a variable names already is trusted besides. A file that cannot be read stays named as it
    /// is: the program says so itself.
    static func make(
        for tls: TLSSettings?,
        over inherited: Environment,
        below parent: String
    ) throws(FileFailure) -> ExecTrust? {
        guard case .own(let authority, _, _) = tls else { return nil }
        return try ExecTrust(
            FileSystem.contents(of: authority.certificatePath),
            inherited,
            below: parent
        )
    }

    private init(
        _ authority: [UInt8],
        _ inherited: Environment,
        below parent: String
    ) throws(FileFailure) {
        let folder = try FileSystem.makeTemporaryFolder(parent + "/mockpostly-exec-")
        var variables: [(name: String, value: String)] = []
        var files: [String] = []
        func keep(_ bytes: [UInt8], as name: String) throws(FileFailure) -> String {
            let path = "\(folder)/\(name)"
            files.append(path)
            try FileSystem.write(bytes, to: path, permissions: 0o600, isSynchronized: false)
            return path
        }
        do throws(FileFailure) {
            let system = TLSTrust.bundles.lazy.compactMap { try? FileSystem.contents(of: $0) }.first
            let all = Self.joined(system ?? [], authority)
            let bundle = try keep(all, as: "bundle.pem")
            for name in Self.whole {
                guard let own = inherited[name] else {
                    variables.append((name, bundle))
                    continue
                }
                guard let known = try? FileSystem.contents(of: own) else { continue }
                let both = try keep(Self.joined(known, authority), as: "\(name).pem")
                variables.append((name, both))
            }
            var further: [UInt8]? = []
            if let own = inherited[Self.further] { further = try? FileSystem.contents(of: own) }
            if let known = further {
                let both = try keep(Self.joined(known, authority), as: "further.pem")
                variables.append((Self.further, both))
            }
            let store = JavaTrustStore.file(
                of: all,
                password: Self.javaPassword,
                milliseconds: Clock.real.now().microseconds / 1000
            )
            let java = inherited[Self.javaVariable] ?? ""
            if !java.split(separator: " ").contains(where: {
                $0.hasPrefix("-Djavax.net.ssl.trustStore=")
            }) {
                let path = try keep(store, as: "trust.jks")
                let options = [
                    java, "-Djavax.net.ssl.trustStore=" + Self.quoted(path),
                    "-Djavax.net.ssl.trustStoreType=JKS",
                    "-Djavax.net.ssl.trustStorePassword=\(Self.javaPassword)",
                ]
                variables.append(
                    (Self.javaVariable, options.filter { !$0.isEmpty }.joined(separator: " "))
                )
            }
        } catch {
            Self.remove(folder, files)
            throw error
        }
        (self.folder, self.variables, self.files) = (folder, variables, files)
    }

    /// Deletes the files; what cannot be deleted is left to the system, which empties such folders.
    func remove() { Self.remove(folder, files) }

    private static func remove(_ folder: String, _ files: [String]) {
        for file in files { _ = unlink(file) }
        _ = rmdir(folder)
    }

    /// Two texts in PEM, the second one on a line of its own.
    private static func joined(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] {
        let isOpen = first.last.map { $0 != UInt8(ascii: "\n") } ?? false
        return first + (isOpen ? [UInt8(ascii: "\n")] : []) + second
    }

    /// The JVM splits the variable at spaces outside quotes.
    private static func quoted(_ path: String) -> String {
        path.contains(" ") ? "\"\(path)\"" : path
    }
}
