internal import MockPostlyFiles
internal import MockPostlyPlatform

/// The folder with the authority of a machine: its certificate, its key and the key of RSA leaves.
package struct AuthorityFolder: Sendable, Equatable {
    /// Absolute, without a slash at its end.
    ///
    /// The folder need not exist.
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// The certificate of the authority, which everybody may read.
    ///
    /// In PEM, with permissions 644.
    package var certificatePath: String { path + "/mockpostly-ca.pem" }
    /// The key of the authority, which only its user may read.
    ///
    /// In PEM (PKCS #8), with permissions 600; a file that others may read is refused.
    package var keyPath: String { path + "/mockpostly-ca-key.pem" }
    /// The RSA key of servers, kept because it takes long to make.
    var rsaKeyPath: String { path + "/server-rsa-key.pem" }

    /// The folder in the user's data: in `XDG_DATA_HOME`, else where the system has it below `home`.
    ///
    /// Nil without both.
    ///
    /// - Parameters:
    ///   - dataHome: the value of `XDG_DATA_HOME`; a relative path in it counts as none.
    ///   - home: the value of `HOME`, an absolute path.
    /// - Returns: `~/.local/share/mockpostly`, on macOS `~/Library/Application Support/mockpostly`.
    package static func standard(dataHome: String?, home: String?) -> AuthorityFolder? {
        // A relative path there is to be ignored (XDG Base Directory Specification).
        if let dataHome, dataHome.hasPrefix("/") {
            return AuthorityFolder(dataHome + "/mockpostly")
        }
        guard let home, home.hasPrefix("/") else { return nil }
        #if canImport(Darwin)
            return AuthorityFolder(home + "/Library/Application Support/mockpostly")
        #else
            return AuthorityFolder(home + "/.local/share/mockpostly")
        #endif
    }

    /// Makes the folder, which others may not look into, unless it exists.
    func make() throws(CertificateProblem) {
        do throws(FileFailure) {
            try FileSystem.makeFolders(FileSystem.folder(of: path))
            try FileSystem.makeFolder(path, permissions: 0o700)
        } catch {
            throw CertificateProblem(error, cannot: "make")
        }
        try check()
    }

    /// Throws when others may replace what is in the folder.
    func check() throws(CertificateProblem) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        guard status.st_mode & 0o022 == 0 else {
            throw CertificateProblem(
                .access,
                "\(path): other users may write there, so its keys cannot be trusted",
                hint: "look who changed it, then `chmod 700` the folder"
            )
        }
    }

    /// The bytes of a file; nil when it does not exist.
    static func read(_ path: String) throws(CertificateProblem) -> [UInt8]? {
        do throws(FileFailure) {
            return try FileSystem.contents(of: path, FileRule(limit: 4 << 20))
        } catch {
            if error.code == ENOENT { return nil }
            throw CertificateProblem(error, cannot: "read")
        }
    }

    /// The private key in a file of this program; nil when the file does not exist.
    static func readKey(_ path: String) throws(CertificateProblem) -> PrivateKey? {
        guard let bytes = try read(path) else { return nil }
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & 0o077 == 0 else {
            throw CertificateProblem(
                .access,
                "\(path): other users may read this private key",
                hint: "`chmod 600` it, or if others may have copied it, "
                    + "run `mockpostly trust remove` and delete it"
            )
        }
        guard let block = PEM.blocks(in: bytes).first(where: { $0.label == "PRIVATE KEY" }),
            let der = block.bytes, let key = PrivateKey(der: der)
        else { throw damaged(path, "a private key") }
        return key
    }

    static func readCertificate(_ path: String) throws(CertificateProblem) -> Certificate? {
        guard let bytes = try read(path) else { return nil }
        guard let block = PEM.blocks(in: bytes).first(where: { $0.label == "CERTIFICATE" }),
            let der = block.bytes, let certificate = Certificate(der: der)
        else { throw damaged(path, "a certificate") }
        return certificate
    }

    /// Writes a new file, whole or not at all.
    static func write(
        _ text: String,
        to path: String,
        permissions: UInt32
    ) throws(CertificateProblem) {
        do throws(FileFailure) {
            try FileSystem.write(Array(text.utf8), to: path, permissions: permissions)
        } catch {
            throw CertificateProblem(error, cannot: "write")
        }
    }

    private static func damaged(_ path: String, _ content: String) -> CertificateProblem {
        CertificateProblem(
            .content,
            "\(path): this is not \(content) that mockpostly has written",
            hint: "put the file back from a copy, or " + anew
        )
    }

    /// What helps against an authority that cannot be used any more.
    static let anew =
        "run `mockpostly trust remove` and delete the files of the authority; the next "
        + "start makes a new one"
}

/// The right to make files in a folder, which one process has at a time.
final class FolderLock {
    private let descriptor: Int32

    /// Waits until no other process has it: as long as making a key takes.
    init(_ folder: AuthorityFolder) throws(CertificateProblem) {
        let path = folder.path + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
        guard descriptor >= 0 else {
            throw CertificateProblem(FileFailure(path: path, code: errno), cannot: "write")
        }
        while flock(descriptor, LOCK_EX) != 0 {
            // File systems without locks have no second server of this user, as good as always.
            guard errno == EINTR else { return }
        }
    }

    deinit {
        // Closing releases the lock, and nothing was written.
        _ = close(descriptor)
    }
}
